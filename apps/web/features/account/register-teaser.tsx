/** The benefit of confirming the e-mail address: the credits granted; nothing where none are. */
import { m } from "@foldcast/messages/messages"
import { GiftLine } from "../site/gift-line.tsx"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { creditsInWords } from "./welcome-amounts.ts"

export function RegisterTeaser() {
  const { brand, locale } = usePageFrame()
  if (brand.welcomeCredits === 0) return null
  return <GiftLine>{m.register_teaser(creditsInWords(brand.welcomeCredits, locale))}</GiftLine>
}
