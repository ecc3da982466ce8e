/** What a verification found. Callers: verify-*.ts make it, report-*.ts write it. */
import type { Mismatch } from "./matching.ts"

export interface InteractionVerdict {
  readonly consumer: string
  readonly description: string
  readonly states: ReadonlyArray<string>
  readonly mismatches: ReadonlyArray<Mismatch>
  /** The line that repeats what was asked; null where no line can. */
  readonly reproduction: string | null
  readonly milliseconds: number
}

export interface Verdict {
  readonly provider: string
  readonly interactions: ReadonlyArray<InteractionVerdict>
}

export const failuresOf = ({ interactions }: Verdict): ReadonlyArray<InteractionVerdict> =>
  interactions.filter(({ mismatches }) => mismatches.length > 0)

/** How a verification ends as a process. */
export const EXIT = { kept: 0, broken: 1, notVerified: 2 } as const
