/**
 * When a visit lived, in the coarse numbers that the log's indexes hold: an index is rewritten when its column
 * changes, and a visit's last event changes with every append, its minute and its span seldom. Pure.
 */

const MINUTE_MS = 60_000
/** A life this long is longer than any log: 31 years. */
export const MAX_SPAN = 24

/**
 * A stream whose end nobody noted was open when its gateway died, unless it began longer ago than this;
 * otherwise every death of a gateway would keep its visits for good.
 */
export const UNNOTED_END_MS = 86_400_000

/** The longest life of a span, in milliseconds. */
export const SHORTEST_REACH_MS = MINUTE_MS

export const minuteOf = (lastEventAt: number): number => Math.floor(lastEventAt / MINUTE_MS)

/** The smallest s for which the life is no longer than 2^s minutes. */
export const spanOf = (at: number, lastEventAt: number): number => {
  const minutes = Math.max(1, (lastEventAt - at) / MINUTE_MS)
  return Math.min(MAX_SPAN, Math.ceil(Math.log2(minutes)))
}
