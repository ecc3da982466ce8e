/** The way to pay by a phone call, for guests who pay nothing yet, where the brand has it. Never the loud action. */
import { Phone } from "lucide-react"
import { isMember } from "@foldcast/folds/account"
import { hasCall } from "@foldcast/folds/call"
import type { SiteState } from "@foldcast/folds/site-state"
import { m } from "@foldcast/messages/messages"
import { Button, type ButtonLook } from "@foldcast/ui/button.tsx"
import { useSite } from "../../runtime/react.tsx"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { useDialogOpener } from "../site/use-dialog-opener.ts"
import { dialInOverlay } from "./dial-in-overlay.ts"

const mayPayByPhone = (state: SiteState) => !isMember(state) && !hasCall(state)

export function PayByPhone({ variant = "quiet", ...look }: ButtonLook) {
  const { brand } = usePageFrame()
  const isFor = useSite(mayPayByPhone)
  const { onPress } = useDialogOpener("dialIn")
  const { approach } = dialInOverlay
  if (!brand.features.phonePayment || !isFor) return null
  return (
    <Button
      variant={variant}
      {...look}
      onHoverStart={approach}
      onFocus={approach}
      onPress={onPress}
    >
      <Phone size={18} aria-hidden="true" />
      {m.pay_by_phone()}
    </Button>
  )
}
