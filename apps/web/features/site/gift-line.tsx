/** A line that says what a visitor is given. */
import { Gift } from "lucide-react"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import "./gift-line.css"

export function GiftLine({ children }: { readonly children: string }) {
  return (
    <p className="gift-line">
      <Gift size={20} aria-hidden="true" />
      <TextRun>{children}</TextRun>
    </p>
  )
}
