/**
 * A page for members only. If the session ends on such a page, it offers to log in again. Guests do not get here
 * otherwise: the gateway and the router redirect them to the home page.
 */
import type { ReactNode } from "react"
import { isMember } from "@foldcast/folds/account"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { useSite } from "../../runtime/react.tsx"
import { useDialogOpener } from "./use-dialog-opener.ts"

export function ForMembers({ children }: { readonly children: ReactNode }) {
  const hasMember = useSite(isMember)
  const logIn = useDialogOpener("logIn")
  if (hasMember) return children
  return (
    <div className="plain-page__ended">
      <p>{m.members_only()}</p>
      <Button variant="primary" {...logIn}>
        {m.header_log_in()}
      </Button>
    </div>
  )
}
