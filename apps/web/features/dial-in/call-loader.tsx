/** Covers the page while the accepted call is being connected, with a way to give it up (DIALIN-11 to DIALIN-13). */
import { createPortal } from "react-dom"
import { callOf } from "@foldcast/folds/call"
import { m } from "@foldcast/messages/messages"
import { Spinner } from "@foldcast/ui/spinner.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useConnection, useSite } from "../../runtime/react.tsx"
import { CommandFailure } from "../connection/command-failure.tsx"
import { isReachable } from "../connection/reachability.ts"
import { endCallFailure, HangUpButton } from "./hang-up-button.tsx"

export function CallLoader() {
  const isWaiting = useSite(callOf)._tag === "Pending"
  const failure = useSite(endCallFailure)
  // Offline, the page says so, and stays usable.
  const isOnline = isReachable(useConnection())
  if (!isWaiting || !isOnline) return null
  return createPortal(
    <div className="global-loader call-loader">
      <Spinner />
      <span role="status">
        <TextRun>{m.call_pending()}</TextRun>
      </span>
      {failure !== null && <CommandFailure label={failure} />}
      <HangUpButton label={m.call_cancel()} />
    </div>,
    document.body,
  )
}
