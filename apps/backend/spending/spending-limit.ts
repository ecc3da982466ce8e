/**
 * The rules of a member's limits on buying. A lower limit holds at once, a higher one after 24 hours and only then; the
 * present one takes a waiting one back. Pure; null is no limit.
 */
import { SPENDING_SPANS, type SpendingSpan } from "@foldcast/contracts/spending"

const DAY_MS = 86_400_000
export const RAISED_AFTER_MS = DAY_MS
export const SPAN_MS: Readonly<Record<SpendingSpan, number>> = {
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
}

export interface StoredLimit {
  readonly cents: number | null
  /** The higher limit that waits; null: none does. */
  readonly next: { readonly cents: number | null; readonly from: number } | null
}
export const NO_LIMIT: StoredLimit = { cents: null, next: null }

/** As it is now: a limit whose time has come waits no longer. */
export const limitNow = (stored: StoredLimit, now: number): StoredLimit =>
  stored.next !== null && now >= stored.next.from
    ? { cents: stored.next.cents, next: null }
    : stored

export const changedLimit = (
  stored: StoredLimit,
  wanted: number | null,
  now: number,
): StoredLimit => {
  const { cents, next } = limitNow(stored, now)
  const isHigher = cents !== null && (wanted === null || wanted > cents)
  if (!isHigher) return { cents: wanted, next: null }
  const from = next !== null && next.cents === wanted ? next.from : now + RAISED_AFTER_MS
  return { cents, next: { cents: wanted, from } }
}

export type BySpan<A> = Readonly<Record<SpendingSpan, A>>

/** The shortest span whose limit the amount would exceed; null: it may be bought. */
export const exceededSpan = (
  limits: BySpan<StoredLimit>,
  bought: BySpan<number>,
  amountCents: number,
  now: number,
): SpendingSpan | null =>
  SPENDING_SPANS.find((span) => {
    const { cents } = limitNow(limits[span], now)
    return cents !== null && bought[span] + amountCents > cents
  }) ?? null
