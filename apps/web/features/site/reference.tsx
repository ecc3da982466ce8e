/** What a visitor tells support, with a button that copies it. Nothing where there is none. */
import { useState } from "react"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import "./reference.css"

/** Outside secure contexts there is no clipboard, and a visitor may forbid it: the text can be selected. */
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
