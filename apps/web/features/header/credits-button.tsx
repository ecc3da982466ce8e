/** The member's credits, always visible; a press opens the wallet. Low credits look different. */
"use no memo"

import { Coins } from "lucide-react"
import { isMemberSourceInterrupted } from "@foldcast/folds/visit"
import { m } from "@foldcast/messages/messages"
import { formatCount, formatCredits } from "@foldcast/messages/number-formats"
import { isLowBalance } from "@foldcast/rules/money"
import { Button } from "@foldcast/ui/button.tsx"
import { classNames } from "@foldcast/ui/class-names"
import { useSite } from "../../runtime/react.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { selectBalance } from "../site/selectors.ts"
import { useWalletOpener } from "../wallet/use-wallet-opener.ts"

export function CreditsButton() {
  const openWallet = useWalletOpener()
  const locale = useLocale()
  const balance = useSite(selectBalance)
  const isUpdating = useSite(isMemberSourceInterrupted)
  const isLow = balance !== null && isLowBalance(balance)
  const spoken =
    balance === null
      ? m.header_credits_unknown()
      : m.header_credits({ credits: formatCredits(balance, locale) })
  return (
    <Button
      className={classNames(
        "credits-button",
        isLow && "credits-button--low",
        isUpdating && "credits-button--updating",
      )}
      aria-label={isUpdating ? `${spoken} (${m.header_credits_updating()})` : spoken}
      {...openWallet}
    >
      <Coins size={20} aria-hidden="true" className="credits-button__coin" />
      {balance === null ? (
        m.header_credits_unknown()
      ) : (
        <span className="credits-button__amount tabular" translate="no">
          <span>{formatCount(balance, locale)}</span>
          <span className="credits-button__unit">
            {formatCredits(balance, locale).slice(formatCount(balance, locale).length)}
          </span>
        </span>
      )}
    </Button>
  )
}
