/**
 * One open session: its browser and system, its start, and, except for the current one, a button to end it, with
 * confirmation.
 */
import { useState } from "react"
import type { OpenSession } from "@foldcast/contracts/queries/session"
import { formatDay, formatMoment } from "@foldcast/messages/date-formats"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { Spinner } from "@foldcast/ui/spinner.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { sessionName } from "./open-sessions.ts"
import { useQuestionFocus } from "./use-question-focus.ts"

export interface OpenSessionRowProps {
  readonly session: OpenSession
  readonly isEnding: boolean
  readonly onEnd: () => void
}

function EndSession({ session, isEnding, onEnd }: OpenSessionRowProps) {
  const [isAsking, setAsking] = useState(false)
  const { askButton, confirmButton } = useQuestionFocus(isAsking)
  if (!isAsking) {
    return (
      <Button
        ref={askButton}
        aria-label={m.settings_session_end_label({ name: sessionName(session) })}
        onPress={() => {
          setAsking(true)
        }}
      >
        {m.settings_session_end()}
      </Button>
    )
  }
  return (
    <div className="settings-session__question" role="group" aria-label={sessionName(session)}>
      <p id={`end-${session.id}`}>{m.settings_session_question()}</p>
      <Button
        ref={confirmButton}
        variant="primary"
        aria-describedby={`end-${session.id}`}
        onPress={onEnd}
      >
        {/* Not a pending button: it is removed with its session while its pending state is still being announced. */}
        {isEnding && <Spinner />}
        {isEnding ? m.settings_session_ending() : m.settings_session_confirm()}
      </Button>
      <Button
        onPress={() => {
          setAsking(false)
        }}
      >
        {m.settings_session_cancel()}
      </Button>
    </div>
  )
}

export function OpenSessionRow(props: OpenSessionRowProps) {
  const { session } = props
  const locale = useLocale()
  return (
    <li className="settings-session">
      <div className="settings-session__words">
        <h3 className="settings-session__name">
          <TextRun>{`${sessionName(session)} `}</TextRun>
          {session.isCurrent && (
            <span className="settings-session__mark">{m.settings_session_current()}</span>
          )}
        </h3>
        <dl className="settings-session__times">
          <div>
            <dt>{m.settings_session_started()}</dt>
            <dd>
              <time dateTime={new Date(session.startedAt).toISOString()}>
                {formatMoment(session.startedAt, locale)}
              </time>
            </dd>
          </div>
          <div>
            <dt>{m.settings_session_last_seen()}</dt>
            <dd>
              <time dateTime={new Date(session.lastSeenAt).toISOString()}>
                <TextRun>{formatDay(session.lastSeenAt, locale)}</TextRun>
              </time>
            </dd>
          </div>
        </dl>
      </div>
      {!session.isCurrent && <EndSession {...props} />}
    </li>
  )
}
