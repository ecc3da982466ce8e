/** Ends one of the member's open sessions, and holds the result. */
import { useState } from "react"
import type { OpenSessionId } from "@foldcast/contracts/ids"
import { taskEnd } from "@foldcast/folds/account"
import { failureOf, isPending } from "@foldcast/folds/pending"
import { sessionEndMessage } from "@foldcast/messages/error-messages"
import { m } from "@foldcast/messages/messages"
import { useConnection, useRuntime, useSite } from "../../runtime/react.tsx"

export const endSessionEnd = taskEnd("endSession")
const isEndPending = isPending("EndSession")
const endFailure = failureOf("EndSession")

export interface SessionEnd {
  /** The session that is being ended, or was ended last. */
  readonly asked: OpenSessionId | null
  readonly isPending: boolean
  readonly refused: string | null
  readonly done: string | null
  readonly endSession: (id: OpenSessionId) => void
}

export const useSessionEnd = (): SessionEnd => {
  const { send } = useRuntime()
  const end = useSite(endSessionEnd)
  const pending = useSite(isEndPending)
  const failure = useSite(endFailure)
  const isOffline = useConnection()._tag === "Offline"
  const [asked, setAsked] = useState<OpenSessionId | null>(null)
  const [triedOffline, setTriedOffline] = useState(false)
  const hasEnded = asked !== null && !pending
  const label = end._tag === "Refused" ? end.label : failure
  return {
    asked,
    isPending: pending,
    refused:
      triedOffline && isOffline
        ? m.form_offline()
        : hasEnded && label !== null
          ? sessionEndMessage(label)()
          : null,
    done: hasEnded && end._tag === "Done" ? m.settings_session_ended() : null,
    endSession: (sessionId) => {
      setTriedOffline(isOffline)
      if (isOffline || pending) return
      setAsked(sessionId)
      send({ _tag: "EndSession", sessionId })
    },
  }
}
