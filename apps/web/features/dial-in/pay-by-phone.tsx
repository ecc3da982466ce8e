/** The way to pay by a phone call, for guests who pay nothing yet, where the brand has it. Never the loud action. */
import { Phone } from "lucide-react"
import { isMember } from "@foldcast/folds/account"
import { hasCall } from "@foldcast/folds/call"
import type { SiteState } from "@foldcast/folds/site-state"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { useSite } from "../../runtime/react.tsx"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { useDialogOpener } from "../site/use-dialog-opener.ts"

const mayPayByPhone = (state: SiteState) => !isMember(state) && !hasCall(state)

export function PayByPhone(look: { readonly wide?: boolean }) {
  const { brand } = usePageFrame()
  const isFor = useSite(mayPayByPhone)
  const open = useDialogOpener("dialIn")
  if (!brand.features.phonePayment || !isFor) return null
  return (
    <Button variant="quiet" {...look} {...open}>
      <Phone size={18} aria-hidden="true" />
      {m.pay_by_phone()}
    </Button>
  )
}
