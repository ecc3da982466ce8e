/** The first page did not come: what to do, and a reference that support can find it by. */
import { useState } from "react"
import type { Problem } from "@foldcast/contracts/commands/problem"
import { m } from "@foldcast/messages/messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Button } from "@foldcast/ui/button.tsx"

/** Outside secure contexts there is no clipboard, and a visitor may forbid it: the text can be selected. */
const copied = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

function Reference({ reference }: { readonly reference: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    setCopied(await copied(reference))
  }
  return (
    <p className="grid-failure__reference">
      <span>{m.grid_reference({ reference })}</span>
      <Button variant="link" onPress={() => void copy()}>
        {isCopied ? m.grid_reference_copied() : m.grid_copy_reference()}
      </Button>
    </p>
  )
}

export interface GridFailureProps {
  readonly text: string
  readonly problem: Problem
  readonly isRetrying: boolean
  readonly retry: () => void
}

export function GridFailure({ text, problem, isRetrying, retry }: GridFailureProps) {
  return (
    <Banner
      tone="danger"
      className="grid-failure"
      action={
        <Button isPending={isRetrying} onPress={retry}>
          {m.grid_retry()}
        </Button>
      }
    >
      <p>{text}</p>
      {problem.reference !== "" && <Reference reference={problem.reference} />}
    </Banner>
  )
}
