/** What a benchmark is, and what it reports. Every bench is a file of test/bench; main.ts runs them. */
import type { Target } from "../../support/statistics.ts"

/** Empty for a plain number. */
export type Unit = "×" | "B" | "kB" | "MB" | "ms" | "points" | ""

export interface Row {
  readonly what: string
  readonly measured: number
  readonly unit: Unit
  /** Null if the figure only explains another one. */
  readonly target: Target | null
  /** The absolute figures behind a ratio, valid for this machine and this run. */
  readonly absolute: string
}

export interface Effort {
  /** One or few short rounds, to check that everything runs. */
  readonly quick: boolean
}

export interface Bench {
  readonly name: string
  readonly title: string
  readonly run: (effort: Effort) => Promise<ReadonlyArray<Row>>
}
