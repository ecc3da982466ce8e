/** Every look of a button in every state. */
import { Heart, Volume2 } from "lucide-react"
import { m } from "@foldcast/messages/messages"
import { Button, type ButtonVariant } from "@foldcast/ui/button.tsx"
import { IconButton } from "@foldcast/ui/icon-button.tsx"
import { LinkButton } from "@foldcast/ui/link-button.tsx"
import { Sample } from "./sample.tsx"

const VARIANTS: ReadonlyArray<ButtonVariant> = ["primary", "secondary", "quiet", "link"]

export function ButtonSamples() {
  return (
    <>
      {VARIANTS.map((variant) => (
        <Sample key={variant} state={variant}>
          <Button variant={variant}>{m.member_buy_credits()}</Button>
        </Sample>
      ))}
      {VARIANTS.slice(0, 3).map((variant) => (
        <Sample key={variant} state={`${variant}, disabled`}>
          <Button variant={variant} isDisabled>
            {m.member_buy_credits()}
          </Button>
        </Sample>
      ))}
      <Sample state="pending">
        <Button variant="primary" isPending pendingLabel={m.pay_checking_status()}>
          {m.pay_check_status()}
        </Button>
      </Sample>
      <Sample state="large">
        <Button variant="primary" size="large">
          {m.header_sign_up()}
        </Button>
      </Sample>
      <Sample state="a link">
        <LinkButton href="#buttons">{m.member_favourites()}</LinkButton>
      </Sample>
      <Sample state="icon">
        <IconButton label={m.member_favourites()}>
          <Heart size={22} aria-hidden="true" />
        </IconButton>
      </Sample>
      <Sample state="icon, on">
        <IconButton label={m.member_favourites()} aria-pressed>
          <Volume2 size={22} aria-hidden="true" />
        </IconButton>
      </Sample>
    </>
  )
}
