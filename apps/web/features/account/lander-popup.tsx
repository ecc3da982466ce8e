/** A brand's message to an unverified member who came through the brand's own link. */
import { m } from "@foldcast/messages/messages"
import { formatCredits } from "@foldcast/messages/number-formats"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { CardWindow } from "./card-window.tsx"
import { ResendActivationButton } from "./resend-activation.tsx"
import { type OverlayProps, useDialogWindow } from "../site/use-dialog-window.ts"

function Picture({ src }: { readonly src: string | null | undefined }) {
  if (src === null || src === undefined) return null
  return <img src={src} alt="" className="account-lander__picture" />
}

export function LanderPopup(props: OverlayProps) {
  const card = useDialogWindow("lander", props)
  const { brand, locale } = usePageFrame()
  const text = brand.lander?.i18n[locale]
  const media = brand.lander?.media
  const amount = media?.amount ?? null
  return (
    <CardWindow {...card} title={text?.title ?? m.lander_fallback_title()}>
      <div className="account-lander">
        <Picture src={media?.mediaLeft} />
        <Picture src={media?.mediaRight} />
      </div>
      {amount !== null && (
        <strong className="account-lander__amount tabular">{formatCredits(amount, locale)}</strong>
      )}
      <p>
        <TextRun>{text?.text ?? m.claim_credits_lead_none()}</TextRun>
      </p>
      <div className="account-card__actions">
        <Button variant="primary" wide autoFocus onPress={card.close}>
          {m.lander_go_on()}
        </Button>
        <ResendActivationButton variant="quiet" />
      </div>
    </CardWindow>
  )
}
