/** What confirming the e-mail address brings: as much as is granted, and nothing where nothing is. */
import { Gift } from "lucide-react"
import { m } from "@foldcast/messages/messages"
import { formatCredits, formatMinutes } from "@foldcast/messages/number-formats"
import { welcomeMinutes } from "@foldcast/rules/welcome-credits"
import { usePageFrame } from "../site/page-frame-context.tsx"

export function RegisterTeaser() {
  const { brand, locale } = usePageFrame()
  const { welcomeCredits } = brand
  if (welcomeCredits === 0) return null
  return (
    <p className="account-form__teaser">
      <Gift size={20} aria-hidden="true" />
      {m.register_teaser({
        credits: formatCredits(welcomeCredits, locale),
        minutes: formatMinutes(welcomeMinutes(welcomeCredits), locale),
      })}
    </p>
  )
}
