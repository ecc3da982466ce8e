/** Copies a text that stands beside it. */
import { useState } from "react"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"

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

export function CopyButton({ text }: { readonly text: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    setCopied(await copied(text))
  }
  return (
    <Button variant="link" onPress={() => void copy()}>
      {isCopied ? m.site_reference_copied() : m.site_reference_copy()}
    </Button>
  )
}
