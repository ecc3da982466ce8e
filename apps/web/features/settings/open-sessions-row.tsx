/**
 * The member's open sessions. The list reloads when a session ends, here or elsewhere, when the password changes
 * and after a log-in.
 */
import { useEffect, useRef } from "react"
import type { OpenSession } from "@foldcast/contracts/queries/session"
import { memberOf, taskEnd } from "@foldcast/folds/account"
import { m } from "@foldcast/messages/messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Skeleton, SkeletonGroup } from "@foldcast/ui/skeleton.tsx"
import { useSite } from "../../runtime/react.tsx"
import { useAnswer } from "../../runtime/use-answer.ts"
import { RetryBanner } from "../site/retry-banner.tsx"
import { OpenSessionRow } from "./open-session-row.tsx"
import { OPEN_SESSIONS } from "./open-sessions.ts"
import { SettingRow } from "./setting-row.tsx"
import { TaskStatus } from "./task-status.tsx"
import { useOnChange } from "./use-on-change.ts"
import { endSessionEnd, type SessionEnd, useSessionEnd } from "./use-session-end.ts"

const changePasswordEnd = taskEnd("changePassword")

function SessionList({
  sessions,
  end,
}: {
  readonly sessions: ReadonlyArray<OpenSession>
  readonly end: SessionEnd
}) {
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent)
  return (
    <>
      <ul className="settings-sessions">
        {sessions.map((session) => (
          <OpenSessionRow
            key={session.id}
            session={session}
            isEnding={end.isPending && end.asked === session.id}
            onEnd={() => {
              end.endSession(session.id)
            }}
          />
        ))}
      </ul>
      {!hasOthers && <p className="settings-row__lead">{m.settings_sessions_empty()}</p>}
    </>
  )
}

export function OpenSessionsRow() {
  const { data, isError, isFetching, fetchStatus, refetch } = useAnswer(OPEN_SESSIONS)
  const end = useSessionEnd()
  const card = useRef<HTMLDivElement>(null)
  useOnChange(
    [useSite(endSessionEnd), useSite(changePasswordEnd), useSite(memberOf)?.memberId],
    () => {
      void refetch()
    },
  )
  // The focused button is removed with its session: the row's heading takes the focus.
  useEffect(() => {
    if (data !== undefined && end.done !== null && document.activeElement === document.body) {
      card.current?.querySelector("h2")?.focus()
    }
  }, [data, end.done])

  return (
    <div ref={card}>
      <SettingRow heading={m.settings_sessions_heading()} lead={m.settings_sessions_lead()}>
        {end.refused !== null && <Banner tone="danger">{end.refused}</Banner>}
        {data !== undefined && <SessionList sessions={data} end={end} />}
        {data === undefined && fetchStatus === "paused" && (
          <Banner tone="info">{m.settings_sessions_offline()}</Banner>
        )}
        {data === undefined && fetchStatus !== "paused" && !isError && (
          <SkeletonGroup label={m.settings_sessions_loading()}>
            <Skeleton className="settings-session__coming" />
            <Skeleton className="settings-session__coming" />
          </SkeletonGroup>
        )}
        {isError && (
          <RetryBanner
            label={m.settings_sessions_retry()}
            isRetrying={isFetching}
            onRetry={() => {
              void refetch()
            }}
          >
            {m.settings_sessions_failed()}
          </RetryBanner>
        )}
        <TaskStatus note={end.done === null ? null : { tone: "success", text: end.done }} />
      </SettingRow>
    </div>
  )
}
