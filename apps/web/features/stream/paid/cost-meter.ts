/**
 * What a paid session costs so far, and how long the credits last. It never shows more than the ledger has charged:
 * between two facts, seconds are counted only as far as they are paid for. Pure.
 */
import type { PaidTimeState } from "@foldcast/folds/room-state"

export interface MeterReading {
  /** Whole seconds. */
  readonly seconds: number
  readonly credits: number
  /** Whole seconds that the balance and the prepaid rest last. */
  readonly secondsLeft: number
  readonly warning: "none" | "five" | "one"
}

const FIVE_MINUTES = 300
const ONE_MINUTE = 60

/** Whether so little is left that its seconds are told. */
export const isCounted = (secondsLeft: number): boolean => secondsLeft < FIVE_MINUTES

/** `now` is gateway milliseconds. */
export const meterReading = (paid: PaidTimeState, balance: number, now: number): MeterReading => {
  const { creditsPerMinute, credits: charged } = paid
  const covered = Math.floor((charged * 60) / creditsPerMinute)
  const since = paid.isRunning ? Math.max(0, Math.floor((now - paid.at) / 1_000)) : 0
  const elapsed = paid.seconds + since
  const seconds = Math.max(paid.seconds, Math.min(elapsed, covered))
  const credits = Math.min(charged, Math.floor((seconds * creditsPerMinute) / 60))
  const secondsLeft = Math.floor(((balance + charged - credits) * 60) / creditsPerMinute)
  const warning = secondsLeft <= ONE_MINUTE ? "one" : secondsLeft <= FIVE_MINUTES ? "five" : "none"
  return { seconds, credits, secondsLeft, warning }
}
