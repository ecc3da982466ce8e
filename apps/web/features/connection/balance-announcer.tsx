/** Announces a changed balance to screen readers, politely. The first balance of a page is not announced. */
"use no memo"

import { useState } from "react"
import { m } from "@foldcast/messages/messages"
import { formatCredits } from "@foldcast/messages/number-formats"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { VisuallyHidden } from "@foldcast/ui/visually-hidden.tsx"
import { useSite } from "../../runtime/react.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { selectBalance } from "../site/selectors.ts"

export function BalanceAnnouncer() {
  const locale = useLocale()
  const balance = useSite(selectBalance)
  const [known, setKnown] = useState(balance)
  const [news, setNews] = useState("")
  if (balance !== known) {
    setKnown(balance)
    setNews(
      balance === null || known === null
        ? ""
        : m.header_credits_announcement({ credits: formatCredits(balance, locale) }),
    )
  }
  return (
    <VisuallyHidden>
      <span role="status" aria-live="polite">
        <TextRun>{news}</TextRun>
      </span>
    </VisuallyHidden>
  )
}
