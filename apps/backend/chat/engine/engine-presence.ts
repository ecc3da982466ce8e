/**
 * Whether the media engine is there, by the results of probing it: an engine that is gone reports nothing.
 *
 * Pure. Invariants: one failure alone changes nothing; one answer is enough.
 */
export interface EnginePresence {
  /** In a row. */
  readonly failures: number
  readonly isAway: boolean
}

/** It is taken to be there until the first probe. */
export const ENGINE_PRESENT: EnginePresence = { failures: 0, isAway: false }

const AWAY_AFTER = 2

export const afterProbe = ({ failures }: EnginePresence, isAnswered: boolean): EnginePresence => {
  if (isAnswered) return ENGINE_PRESENT
  // Counting further would tell nothing more.
  const inARow = Math.min(AWAY_AFTER, failures + 1)
  return { failures: inARow, isAway: inARow === AWAY_AFTER }
}
