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
import { UnknownSetting } from "./unknown-setting.tsx"

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

interface AlertsProps {
  readonly ids: ReadonlyArray<string>
  /** Once the answer about those before them is here: no request takes them all. */
  readonly wanted: ReadonlyArray<string>
  readonly isTakingBack: (performerId: string) => boolean
  readonly onTakeBack: (performerId: string, name: string) => void
}

function Alerts({ ids, wanted, isTakingBack, onTakeBack }: AlertsProps) {
  const [asked, later] = [wanted.slice(0, MAX_BY_ID), wanted.slice(MAX_BY_ID)]
  const { data, isError, isFetching, refetch } = useAnswer({
    path: performersByIdPath(asked, useLocale()),
    read: readPerformers,
    key: BY_ID_KEY,
  })
  if (isError) {
    return (
      <li>
        <RetryBanner
          label={m.settings_sessions_retry()}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        >
          {m.settings_alerts_failed()}
        </RetryBanner>
      </li>
    )
  }
  if (data === undefined) {
    return (
      <li>
        <Coming />
      </li>
    )
  }
  const names = new Map(data.performers.map((one) => [one.performerId, one.username]))
  return (
    <>
      {asked
        .filter((performerId) => ids.includes(performerId))
        .map((performerId) => {
          const name = names.get(performerId) ?? null
          return (
            <Alert
              key={performerId}
              performerId={performerId}
              name={name}
              isTakingBack={isTakingBack(performerId)}
              onTakeBack={() => {
                onTakeBack(performerId, name ?? m.settings_alert_gone())
              }}
            />
          )
        })}
      {later.length > 0 && (
        <Alerts ids={ids} wanted={later} isTakingBack={isTakingBack} onTakeBack={onTakeBack} />
      )}
    </>
  )
}

interface TakenBack {
  readonly performerId: string
  readonly name: string
}

interface AlertListProps {
  readonly ids: ReadonlyArray<string>
  readonly tookBack: TakenBack | null
  readonly onTakeBack: (one: TakenBack) => void
}

function AlertList({ ids, tookBack, onTakeBack }: AlertListProps) {
  const { send } = useRuntime()
  const isWaiting = useSite(isSetting)
  // Whoever is taken back stays among them, so that the others are not asked for again.
  const [first] = useState(ids)
  return (
    <ul className="settings-sessions">
      <Alerts
        ids={ids}
        wanted={[...new Set([...first, ...ids])]}
        isTakingBack={(performerId) => isWaiting && tookBack?.performerId === performerId}
        onTakeBack={(performerId, name) => {
          onTakeBack({ performerId, name })
          send({ _tag: "SetLiveAlert", performerId, isOn: false })
        }}
      />
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
  const [tookBack, setTookBack] = useState<TakenBack | null>(null)
  const row = useRef<HTMLElement>(null)
  const isUnknown = ids === null
  useEffect(() => {
    if (!isUnknown || isOffline) return
    setAsked(true)
    send({ _tag: "LoadLiveAlerts" })
  }, [isUnknown, isOffline, send])
  const isDone = tookBack !== null && ids !== null && !ids.includes(tookBack.performerId)
  // The focused button is removed with its performer: the row's heading takes the focus.
  useEffect(() => {
    if (isDone && document.activeElement === document.body)
      row.current?.querySelector("h2")?.focus()
  }, [isDone, ids])
  const shown =
    ids === null ? (
      <UnknownSetting
        isOffline={isOffline}
        hasAsked={hasAsked}
        isAsking={isAsking}
        onRetry={() => {
          send({ _tag: "LoadLiveAlerts" })
        }}
        texts={{
          loading: m.settings_alerts_loading(),
          failed: m.settings_alerts_failed(),
          offline: m.settings_alerts_offline(),
        }}
        placeholder="settings-session__coming"
      />
    ) : ids.length === 0 ? (
      <p className="settings-row__lead">{m.settings_alerts_empty()}</p>
    ) : (
      <AlertList ids={ids} tookBack={tookBack} onTakeBack={setTookBack} />
    )
  const lead = ids?.length === 0 ? {} : { lead: m.settings_alerts_lead() }
  return (
    <SettingRow ref={row} heading={m.settings_alerts_heading()} {...lead}>
      {shown}
      <TaskStatus
        note={
          isDone ? { tone: "success", text: m.settings_alert_done({ name: tookBack.name }) } : null
        }
      />
    </SettingRow>
  )
}
