/**
 * A page for members only. If the session ends on such a page, it offers to log in again. Guests do not get here
 * otherwise: the gateway and the router redirect them to the home page.
 */
import { Fragment, type ReactNode } from "react"
import { memberOf } from "@foldcast/folds/account"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { useSite } from "../../runtime/react.tsx"
import { useDialogOpener } from "./use-dialog-opener.ts"

export function ForMembers({ children }: { readonly children: ReactNode }) {
  const memberId = useSite((state) => memberOf(state)?.memberId ?? null)
  const logIn = useDialogOpener("logIn")
  // What was typed as one member is never another's.
  if (memberId !== null) return <Fragment key={memberId}>{children}</Fragment>
  return (
    <div className="plain-page__ended">
      <p>{m.members_only()}</p>
      <Button variant="primary" {...logIn}>
        {m.header_log_in()}
      </Button>
    </div>
  )
}
