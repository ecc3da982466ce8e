/**
 * Says that a payment of this tab succeeded when the wallet does not show it: the wallet is closed, or shows
 * another payment. It stays until it is dismissed or the wallet opens.
 */
"use no memo"

import { useState } from "react"
import { lastPurchase } from "@foldcast/folds/payment"
import type { SiteState } from "@foldcast/folds/site-state"
import { m } from "@foldcast/messages/messages"
import { formatCredits } from "@foldcast/messages/number-formats"
import { Banner } from "@foldcast/ui/banner.tsx"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { DismissButton } from "../site/dismiss-button.tsx"
import { useLocale } from "../site/page-frame-context.tsx"

const isWalletOpen = ({ wallet }: SiteState) => wallet.open
const isShownInWallet = ({ wallet, payment }: SiteState) =>
  wallet.open && payment.current._tag === "Succeeded"

/** A purchase since the page came, also from before this notice's script; null: none, or it was dismissed. */
const useNews = () => {
  const { getFirstState } = useRuntime()
  const purchase = useSite(lastPurchase)
  const isOpen = useSite(isWalletOpen)
  const isShown = useSite(isShownInWallet)
  const [known, setKnown] = useState(() => ({
    purchase: lastPurchase(getFirstState()),
    isOpen: isWalletOpen(getFirstState()),
  }))
  const [news, setNews] = useState<typeof purchase>(null)
  if (known.purchase !== purchase || known.isOpen !== isOpen) {
    setKnown({ purchase, isOpen })
    const isNew = purchase !== known.purchase && purchase?.isOfThisTab === true
    if (isNew && !isShown) setNews(purchase)
    else if (purchase === null || isShown || isOpen !== known.isOpen) setNews(null)
  }
  return [news, setNews] as const
}

export function PurchaseNotice() {
  const locale = useLocale()
  const [news, setNews] = useNews()
  if (news === null) return null
  return (
    <Banner
      tone="success"
      action={
        <DismissButton
          onPress={() => {
            setNews(null)
          }}
        />
      }
    >
      {`${m.pay_success_title()}. ${m.pay_success_text({ credits: formatCredits(news.credits, locale) })}`}
    </Banner>
  )
}
