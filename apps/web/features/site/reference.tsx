/** A reference that a visitor can give to support, with a copy button. Renders nothing without a reference. */
import { m } from "@foldcast/messages/messages"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { CopyButton } from "./copy-button.tsx"
import "./reference.css"

export function Reference({ reference }: { readonly reference: string | null }) {
  if (reference === null || reference === "") return null
  return (
    <p className="reference">
      <TextRun>{m.site_reference({ reference })}</TextRun>
      <CopyButton key={reference} text={reference} />
    </p>
  )
}
