/** In the windows that log in: who does so ends the call. Nothing without one. */
import { hasCall } from "@foldcast/folds/call"
import { m } from "@foldcast/messages/messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { useSite } from "../../runtime/react.tsx"

export function EndsCallNote() {
  return useSite(hasCall) ? <Banner tone="warning">{m.call_ends_by_log_in()}</Banner> : null
}
