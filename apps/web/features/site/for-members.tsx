/**
 * A page of members: whose session ended while they were here finds the way back in, not a page that is
 * gone. Nobody else gets here: the gateway and the router send them home.
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
