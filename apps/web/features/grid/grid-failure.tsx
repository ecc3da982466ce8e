/** The first page did not come: what to do, and a reference that support can find it by. */
import type { Problem } from "@foldcast/contracts/commands/problem"
import { m } from "@foldcast/messages/messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { Reference } from "../site/reference.tsx"

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
      action={
        <Button isPending={isRetrying} onPress={retry}>
          {m.grid_retry()}
        </Button>
      }
    >
      <p>{text}</p>
      <Reference reference={problem.reference} />
    </Banner>
  )
}
