/** The first page failed to load: a retry button and a reference for support. */
import type { Problem } from "@foldcast/contracts/commands/problem"
import { m } from "@foldcast/messages/messages"
import { Reference } from "../site/reference.tsx"
import { RetryBanner } from "../site/retry-banner.tsx"

export interface GridFailureProps {
  readonly text: string
  readonly problem: Problem
  readonly isRetrying: boolean
  readonly retry: () => void
}

export function GridFailure({ text, problem, isRetrying, retry }: GridFailureProps) {
  return (
    <RetryBanner label={m.grid_retry()} isRetrying={isRetrying} onRetry={retry}>
      <p>{text}</p>
      <Reference reference={problem.reference} />
    </RetryBanner>
  )
}
