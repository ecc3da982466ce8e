/** Copies a text that stands beside it. */
import { useState } from "react"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { copied } from "./copied.ts"

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
