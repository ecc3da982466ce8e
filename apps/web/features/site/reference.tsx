/** A reference that a visitor can give to support, with a copy button. Renders nothing without a reference. */
import { m } from "@foldcast/messages/messages"
import { CopyButton } from "./copy-button.tsx"
import "./reference.css"

export function Reference({ reference }: { readonly reference: string | null }) {
  if (reference === null || reference === "") return null
  return (
    <p className="reference">
      <span>{m.site_reference({ reference })}</span>
      <CopyButton key={reference} text={reference} />
    </p>
  )
}
