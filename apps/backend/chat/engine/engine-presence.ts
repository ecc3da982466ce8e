/**
 * Whether the media engine is there, by what came of asking it. One that is gone tells nothing, so that it is asked.
 *
 * Pure. Invariants: one failure alone changes nothing; one answer is enough.
 */
export interface EnginePresence {
  /** In a row. */
  readonly failures: number
  readonly isAway: boolean
}

/** Until it was asked it is believed to be there. */
export const ENGINE_PRESENT: EnginePresence = { failures: 0, isAway: false }

const AWAY_AFTER = 2

export const afterProbe = ({ failures }: EnginePresence, isAnswered: boolean): EnginePresence => {
  if (isAnswered) return ENGINE_PRESENT
  // No more of them say anything.
  const inARow = Math.min(AWAY_AFTER, failures + 1)
  return { failures: inARow, isAway: inARow === AWAY_AFTER }
}
