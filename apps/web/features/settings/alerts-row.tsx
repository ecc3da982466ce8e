/**
 * Of whom the member wants to be told when they are live again, each with a button to take it back. Who is taken back
 * leaves the list, here and in every other tab.
 */
import "@foldcast/folds/with-live-alerts"
import { useEffect, useRef, useState } from "react"
import { isPending } from "@foldcast/folds/pending"
import { liveAlertIds, liveAlertRefusal } from "@foldcast/folds/live-alerts"
import { m } from "@foldcast/messages/messages"
import { BY_ID_KEY } from "@foldcast/rules/grid/known-performers"
import { MAX_BY_ID, performersByIdPath } from "@foldcast/rules/grid/resources"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { Skeleton, SkeletonGroup } from "@foldcast/ui/skeleton.tsx"
import { useConnection, useRuntime, useSite } from "../../runtime/react.tsx"
import { useAnswer } from "../../runtime/use-answer.ts"
import { readPerformers } from "../performers/answers.ts"
import { useLocale } from "../site/page-frame-context.tsx"
import { RetryBanner } from "../site/retry-banner.tsx"
import { SiteLink } from "../site/site-link.tsx"
import { SettingRow } from "./setting-row.tsx"
import { TaskStatus } from "./task-status.tsx"

const isLoading = isPending("LoadLiveAlerts")
const isSetting = isPending("SetLiveAlert")

interface AlertProps {
  readonly performerId: string
  /** Null: nobody has this id any more. */
  readonly name: string | null
  readonly isTakingBack: boolean
  readonly onTakeBack: () => void
}

function Alert({ performerId, name, isTakingBack, onTakeBack }: AlertProps) {
  const hasFailed = useSite(liveAlertRefusal(performerId)) !== null
  const shown = name ?? m.settings_alert_gone()
  return (
    <li className="settings-session">
      <div className="settings-session__words">
        <h3 className="settings-session__name" translate={name === null ? "yes" : "no"}>
          {name === null ? (
            shown
          ) : (
            <SiteLink page="profile-model" params={{ model: name }}>
              {name}
            </SiteLink>
          )}
        </h3>
        {hasFailed && <p role="alert">{m.settings_error_saving()}</p>}
      </div>
      <Button
        aria-label={m.settings_alert_off_label({ name: shown })}
        isPending={isTakingBack}
        onPress={onTakeBack}
      >
        {m.settings_alert_off()}
      </Button>
    </li>
  )
}

function AlertList({
  ids,
  onTakeBack,
}: {
  readonly ids: ReadonlyArray<string>
  readonly onTakeBack: (name: string) => void
}) {
  const { send } = useRuntime()
  const isWaiting = useSite(isSetting)
  const [asked, setAsked] = useState<string | null>(null)
  // Whoever is taken back is not asked for again.
  const [first] = useState(ids)
  const wanted = [...new Set([...first, ...ids])].slice(0, MAX_BY_ID)
  const { data, isError, isFetching, refetch } = useAnswer({
    path: performersByIdPath(wanted, useLocale()),
    read: readPerformers,
    key: BY_ID_KEY,
  })
  if (isError) {
    return (
      <RetryBanner
        label={m.settings_sessions_retry()}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      >
        {m.settings_alerts_failed()}
      </RetryBanner>
    )
  }
  if (data === undefined) return <Coming />
  return (
    <ul className="settings-sessions">
      {ids.slice(0, MAX_BY_ID).map((performerId) => {
        const one = data.performers.find((performer) => performer.performerId === performerId)
        const name = one?.username ?? null
        return (
          <Alert
            key={performerId}
            performerId={performerId}
            name={name}
            isTakingBack={isWaiting && asked === performerId}
            onTakeBack={() => {
              setAsked(performerId)
              onTakeBack(name ?? m.settings_alert_gone())
              send({ _tag: "SetLiveAlert", performerId, isOn: false })
            }}
          />
        )
      })}
    </ul>
  )
}

function Coming() {
  return (
    <SkeletonGroup label={m.settings_alerts_loading()}>
      <Skeleton className="settings-session__coming" />
    </SkeletonGroup>
  )
}

export function AlertsRow() {
  const { send } = useRuntime()
  const ids = useSite(liveAlertIds)
  const isAsking = useSite(isLoading)
  const isOffline = useConnection()._tag === "Offline"
  const [hasAsked, setAsked] = useState(false)
  const [tookBack, setTookBack] = useState<{ name: string; of: number } | null>(null)
  const row = useRef<HTMLElement>(null)
  const isUnknown = ids === null
  useEffect(() => {
    if (!isUnknown || isOffline) return
    setAsked(true)
    send({ _tag: "LoadLiveAlerts" })
  }, [isUnknown, isOffline, send])
  const isDone = tookBack !== null && ids !== null && ids.length < tookBack.of
  // The focused button is removed with its performer: the row's heading takes the focus.
  useEffect(() => {
    if (isDone && document.activeElement === document.body)
      row.current?.querySelector("h2")?.focus()
  }, [isDone, ids])
  const shown =
    ids === null ? (
      isOffline ? (
        <Banner tone="info">{m.settings_alerts_offline()}</Banner>
      ) : hasAsked && !isAsking ? (
        <RetryBanner
          label={m.settings_sessions_retry()}
          isRetrying={false}
          onRetry={() => {
            send({ _tag: "LoadLiveAlerts" })
          }}
        >
          {m.settings_alerts_failed()}
        </RetryBanner>
      ) : (
        <Coming />
      )
    ) : ids.length === 0 ? (
      <p className="settings-row__lead">{m.settings_alerts_empty()}</p>
    ) : (
      <AlertList
        ids={ids}
        onTakeBack={(name) => {
          setTookBack({ name, of: ids.length })
        }}
      />
    )
  return (
    <SettingRow ref={row} heading={m.settings_alerts_heading()} lead={m.settings_alerts_lead()}>
      {shown}
      <TaskStatus
        note={
          isDone ? { tone: "success", text: m.settings_alert_done({ name: tookBack.name }) } : null
        }
      />
    </SettingRow>
  )
}
