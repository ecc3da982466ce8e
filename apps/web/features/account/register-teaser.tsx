/** The benefit of confirming the e-mail address: the credits granted; nothing where none are. */
import { Gift } from "lucide-react"
import { m } from "@foldcast/messages/messages"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { creditsInWords } from "./welcome-amounts.ts"
import "./account.css"

export function RegisterTeaser() {
  const { brand, locale } = usePageFrame()
  if (brand.welcomeCredits === 0) return null
  return (
    <p className="account-form__teaser">
      <Gift size={20} aria-hidden="true" />
      <TextRun>{m.register_teaser(creditsInWords(brand.welcomeCredits, locale))}</TextRun>
    </p>
  )
}
