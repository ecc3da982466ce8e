/** A reference that a visitor can give to support, with a copy button. Renders nothing without a reference. */
import { useState } from "react"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import "./reference.css"

/**
 * There is no clipboard outside secure contexts, and a visitor may deny access to it. The text can still be
 * selected.
 */
const copied = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

export function Reference({ reference }: { readonly reference: string | null }) {
  const [isCopied, setCopied] = useState(false)
  if (reference === null || reference === "") return null
  const copy = async () => {
    setCopied(await copied(reference))
  }
  return (
    <p className="reference">
      <span>{m.site_reference({ reference })}</span>
      <Button variant="link" onPress={() => void copy()}>
        {isCopied ? m.site_reference_copied() : m.site_reference_copy()}
      </Button>
    </p>
  )
}
