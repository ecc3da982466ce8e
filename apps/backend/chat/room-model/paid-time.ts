/**
 * What a paid session owes, second by second. It is prepaid in intervals; at its end only the whole seconds that were
 * seen are charged, and the rest is returned. Time counts as seen when an answer to a keep-alive confirms it: time
 * after the last answer is not charged, nor is time without video.
 *
 * Pure: times are monotonic milliseconds and arguments, so a clock that jumps charges nothing. Invariants: the cost
 * is never above what was paid, never negative, and never falls.
 */

export interface Tariff {
  readonly creditsPerMinute: number
  /** Milliseconds that one payment is for. */
  readonly intervalMs: number
  /** Milliseconds that one answer confirms at most. */
  readonly vouchMs: number
}

export interface PaidTime {
  readonly tariff: Tariff
  /** Intervals that are paid. */
  readonly intervals: number
  /** Milliseconds seen and confirmed. */
  readonly seenMs: number
  /** Milliseconds seen since the last answer. */
  readonly unvouchedMs: number
  /** Up to when `unvouchedMs` counts. */
  readonly countedTo: number
  readonly lastAnswerAt: number
  readonly isVisible: boolean
}

/** Nothing is paid yet; the first interval is due at once. */
export const beginPaidTime = (tariff: Tariff, now: number): PaidTime => ({
  tariff,
  intervals: 0,
  seenMs: 0,
  unvouchedMs: 0,
  countedTo: now,
  lastAnswerAt: now,
  isVisible: true,
})

/** Whole credits of one interval. */
export const intervalPrice = ({ creditsPerMinute, intervalMs }: Tariff): number =>
  Math.round((creditsPerMinute * intervalMs) / 60_000)

const countTo = (time: PaidTime, now: number): PaidTime => {
  const passed = Math.max(0, now - time.countedTo)
  return {
    ...time,
    countedTo: Math.max(time.countedTo, now),
    unvouchedMs: time.isVisible ? time.unvouchedMs + passed : time.unvouchedMs,
  }
}

/** The viewer answered: time since the last answer is confirmed, up to what one answer confirms. */
export const withAnswer = (time: PaidTime, now: number): PaidTime => {
  const counted = countTo(time, now)
  return {
    ...counted,
    seenMs: counted.seenMs + Math.min(counted.unvouchedMs, time.tariff.vouchMs),
    unvouchedMs: 0,
    lastAnswerAt: Math.max(time.lastAnswerAt, now),
  }
}

/** Video came or went. */
export const withVisibility = (time: PaidTime, isVisible: boolean, now: number): PaidTime =>
  time.isVisible === isVisible ? time : { ...countTo(time, now), isVisible }

/** Milliseconds shown since the last answer that an answer now would not confirm. */
export const unansweredMs = (time: PaidTime, now: number): number =>
  Math.max(0, countTo(time, now).unvouchedMs - time.tariff.vouchMs)

/** Milliseconds that were shown since the last answer. */
export const shownSinceAnswerMs = (time: PaidTime, now: number): number =>
  countTo(time, now).unvouchedMs

/** Seen milliseconds that are not charged: the last part of a second. */
export const unchargedMs = ({ seenMs, intervals, tariff }: PaidTime): number =>
  Math.min(seenMs, intervals * tariff.intervalMs) % 1_000

/** Milliseconds since the last answer. */
export const silentMs = ({ lastAnswerAt }: PaidTime, now: number): number =>
  Math.max(0, now - lastAnswerAt)

/** Whether the next interval has to be paid for now. */
export const isIntervalDue = (time: PaidTime, now: number): boolean => {
  const { intervals, tariff } = time
  if (intervals === 0) return true
  const { isVisible, seenMs, unvouchedMs } = countTo(time, now)
  const vouched = Math.min(unvouchedMs, tariff.vouchMs)
  return isVisible && seenMs + vouched >= intervals * tariff.intervalMs
}

export const withIntervalPaid = (time: PaidTime): PaidTime => ({
  ...time,
  intervals: time.intervals + 1,
})

export interface PaidTotal {
  /** Credits that were paid ahead. */
  readonly paid: number
  /** What of them the session cost; the rest goes back. */
  readonly credits: number
  /** Whole seconds that were seen. */
  readonly seconds: number
}

/** The total so far, rounded down in the member's favour. */
export const totalOf = ({ tariff, intervals, seenMs }: PaidTime): PaidTotal => {
  const paid = intervals * intervalPrice(tariff)
  const seconds = Math.floor(Math.min(seenMs, intervals * tariff.intervalMs) / 1_000)
  const credits = Math.min(paid, Math.floor((seconds * tariff.creditsPerMinute) / 60))
  return { paid, credits, seconds }
}

/** What came of charging one interval. `ended`: the session's receipt is written already. */
export type IntervalOutcome = "paid" | "tooFewCredits" | "ended"

/** What a session cost, as the ledger wrote it down; `movements`: ids of the newest of its movements. */
export interface PaidReceipt {
  readonly credits: number
  readonly seconds: number
  readonly movements: ReadonlyArray<string>
}
