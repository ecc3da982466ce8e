/**
 * The new address that awaits verification: its name, a button to send the mail again, and a button to cancel. It
 * comes from the member's profile, so it shows after a reload and on other devices too.
 */
import { useEffect, useRef, useState } from "react"
import { memberOf, taskEnd } from "@foldcast/folds/account"
import { failureOf, isPending } from "@foldcast/folds/pending"
import { commandMessage, emailCancellationMessage } from "@foldcast/messages/error-messages"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useConnection, useRuntime, useSite } from "../../runtime/react.tsx"
import { ResendActivationButton } from "../account/resend-activation.tsx"
import { isReachable } from "../connection/reachability.ts"
import { TaskStatus } from "./task-status.tsx"
import type { TaskNote } from "./use-task-note.ts"

const selectEnd = taskEnd("cancelEmailChange")
const isCancelling = isPending("CancelEmailChange")
const selectFailure = failureOf("CancelEmailChange")

/** The result of a cancellation sent here; null before one. */
const useCancellation = () => {
  const { send } = useRuntime()
  const end = useSite(selectEnd)
  const failure = useSite(selectFailure)
  const isInFlight = useSite(isCancelling)
  const [wasAsked, setAsked] = useState(false)
  const text =
    end._tag === "Refused"
      ? emailCancellationMessage(end.label)()
      : failure === null
        ? null
        : commandMessage(failure)()
  const refused: TaskNote | null = text === null ? null : { tone: "info", text }
  const done: TaskNote | null =
    end._tag === "Done" ? { tone: "success", text: m.settings_email_cancelled() } : null
  return {
    isInFlight,
    note: wasAsked && !isInFlight ? (refused ?? done) : null,
    cancel: () => {
      setAsked(true)
      send({ _tag: "CancelEmailChange" })
    },
    forget: () => {
      setAsked(false)
    },
  }
}

export function PendingEmail() {
  const email = useSite(memberOf)?.profile?.pendingEmail ?? null
  const isUsable = isReachable(useConnection())
  const { isInFlight, note, cancel, forget } = useCancellation()
  const place = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(email)
  if (email !== shown) {
    setShown(email)
    // A new address is pending: the earlier result is outdated.
    if (email !== null) forget()
  }
  // The focused button is removed: the focus moves to this text.
  const isCancelled = note?.tone === "success" && email === null
  useEffect(() => {
    if (isCancelled) place.current?.focus({ preventScroll: true })
  }, [isCancelled])
  return (
    <div className="settings-pending" tabIndex={-1} ref={place}>
      {email !== null && (
        <>
          <h3 className="settings-pending__heading">
            <TextRun>{m.settings_email_pending_heading({ email })}</TextRun>
          </h3>
          <p>{m.settings_email_pending()}</p>
          <div className="settings-pending__actions">
            <ResendActivationButton />
            <Button
              variant="link"
              isPending={isInFlight}
              pendingLabel={m.settings_email_cancel_pending()}
              isDisabled={!isUsable && !isInFlight}
              onPress={cancel}
            >
              {m.settings_email_cancel()}
            </Button>
          </div>
        </>
      )}
      <TaskStatus note={note?.tone === "success" && email !== null ? null : note} />
    </div>
  )
}
