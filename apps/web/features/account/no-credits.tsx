/** Too few credits: for which action, how many it takes, how many there are, and a way to buy more. */
import { useEffect } from "react"
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"
import { formatCredits } from "@foldcast/messages/number-formats"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { askedMessage } from "../../runtime/asked-message.ts"
import { askedTip } from "../../runtime/asked-tip.ts"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { HelpLink } from "../site/help-link.tsx"
import { selectBalance } from "../site/selectors.ts"
import { useWalletOpener } from "../wallet/use-wallet-opener.ts"
import { CardWindow } from "./card-window.tsx"
import { creditsNeeded, NO_CREDITS_TEXTS, noCreditsVariant } from "./no-credits-texts.ts"
import { type OverlayProps, useDialogWindow } from "../site/use-dialog-window.ts"

/** A balance that has come to reach meanwhile is short of nothing. */
const balanceText = (balance: number, needed: number | null, locale: Locale): string => {
  const credits = formatCredits(balance, locale)
  return needed === null || needed <= balance
    ? m.no_credits_balance({ credits })
    : m.no_credits_needed({
        credits,
        needed: formatCredits(needed, locale),
        missing: formatCredits(needed - balance, locale),
      })
}

export function NoCredits(props: OverlayProps) {
  const runtime = useRuntime()
  const card = useDialogWindow("noCredits", props)
  const locale = useLocale()
  const balance = useSite(selectBalance)
  const inRoom = useSite(noCreditsVariant)
  const tip = askedTip(runtime).credits
  const ofRoom = useSite((state) => creditsNeeded(inRoom, state, tip))
  const ofMessage = askedMessage(runtime).credits
  const isOpen = props.dialog === "noCredits"
  useEffect(() => {
    if (!isOpen) return
    // The next one may be about something else.
    return () => {
      askedMessage(runtime).credits = null
    }
  }, [isOpen, runtime])
  const variant = ofMessage === null ? inRoom : "message"
  const needed = ofMessage ?? ofRoom
  const short = needed === null || balance === null ? 0 : needed - balance
  const openWallet = useWalletOpener(short > 0 ? short : null)
  return (
    <CardWindow {...card} title={m.no_credits_title()}>
      <p>
        <TextRun>{NO_CREDITS_TEXTS[variant]()}</TextRun>
      </p>
      {balance !== null && (
        <p className="tabular">
          <TextRun>{balanceText(balance, needed, locale)}</TextRun>
        </p>
      )}
      <div className="account-card__actions">
        <Button variant="primary" wide autoFocus {...openWallet}>
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
