/** Too few credits: for which action, the balance, and a link to buy more. */
import { m } from "@foldcast/messages/messages"
import { formatCredits } from "@foldcast/messages/number-formats"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { HelpLink } from "../site/help-link.tsx"
import { selectBalance } from "../site/selectors.ts"
import { CardWindow } from "./card-window.tsx"
import { NO_CREDITS_TEXTS, noCreditsVariant } from "./no-credits-texts.ts"
import { type OverlayProps, useDialogWindow } from "../site/use-dialog-window.ts"

export function NoCredits(props: OverlayProps) {
  const { dispatch } = useRuntime()
  const card = useDialogWindow("noCredits", props)
  const locale = useLocale()
  const balance = useSite(selectBalance)
  const variant = useSite(noCreditsVariant)
  return (
    <CardWindow {...card} title={m.no_credits_title()}>
      <p>
        <TextRun>{NO_CREDITS_TEXTS[variant]()}</TextRun>
      </p>
      {balance !== null && (
        <p className="tabular">
          <TextRun>{m.no_credits_balance({ credits: formatCredits(balance, locale) })}</TextRun>
        </p>
      )}
      <div className="account-card__actions">
        <Button
          variant="primary"
          wide
          autoFocus
          onPress={() => {
            dispatch({ _tag: "WalletOpened" })
          }}
        >
          {m.member_buy_credits()}
        </Button>
        <Button variant="quiet" wide onPress={card.close}>
          {m.no_credits_later()}
        </Button>
        <HelpLink question="credits">{m.help_link_credits()}</HelpLink>
      </div>
    </CardWindow>
  )
}
