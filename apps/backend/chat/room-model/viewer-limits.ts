/**
 * What one person may do how often, and which rooms they were sent out of or
 * are kept out of by a block. Limits belong to the person, not to a
 * session: leaving and coming back resets none.
 *
 * Invariant: limits that still count, or still close a room, are not forgotten. Times are monotonic milliseconds and
 * arguments.
 */
import { type Allowance, LeakyBucket } from "./leaky-bucket.ts"
import { type WindowRate, RateWindow } from "./rate-window.ts"
import type { ChatViewer } from "./chat-session.ts"

const MESSAGES: WindowRate = { count: 10, withinMs: 10_000 }
const ACTIONS: WindowRate = { count: 30, withinMs: 10_000 }
const RENAMES: WindowRate = { count: 5, withinMs: 60_000 }
const VIP_REQUESTS: WindowRate = { count: 6, withinMs: 60_000 }
/** Milliseconds for which new limits are kept at least. */
const KNOWN_FOR_MS = 60_000
/**
 * Milliseconds of paid room that were shown and not charged: unconfirmed by an answer, reported as not shown, or the
 * last part of a second. Bad connections need some: a minute, and a tenth of all other time.
 */
const UNPAID: Allowance = { size: 60_000, refillMs: 10 }
/** VIP that its viewer ended before the first interval was seen, after other paying viewers were sent out for it. */
const SHORT_VIPS: WindowRate = { count: 2, withinMs: 600_000 }
/**
 * Milliseconds for which a block is known here, so that an entry which was looked at before it is refused too; every
 * later one asks the database.
 */
const BLOCK_KNOWN_FOR_MS = 60_000
/** Milliseconds for which a room stays closed to somebody who was sent out. */
const SENT_OUT_FOR_MS = 900_000

export class ViewerLimits {
  /** The nickname that they chose last. */
  chosenName: string | null = null
  readonly messages = new RateWindow(MESSAGES)
  readonly actions = new RateWindow(ACTIONS)
  readonly renames = new RateWindow(RENAMES)
  readonly requests = new RateWindow(VIP_REQUESTS)
  readonly unpaid = new LeakyBucket(UNPAID)
  readonly shortVips = new RateWindow(SHORT_VIPS)
  readonly #sentOut = new Map<string, number>()
  readonly #keptApart = new Map<string, number>()

  sentOut(performerId: string, now: number): void {
    this.#sentOut.set(performerId, now + SENT_OUT_FOR_MS)
  }

  /** Milliseconds for which this room stays closed; 0: open. */
  closedFor(performerId: string, now: number): number {
    return Math.max(0, (this.#sentOut.get(performerId) ?? now) - now)
  }

  keptApart(performerId: string, now: number): void {
    this.#keptApart.set(performerId, now + BLOCK_KNOWN_FOR_MS)
  }

  mayMeet(performerId: string): void {
    this.#keptApart.delete(performerId)
  }

  /** Whether one of the two has just blocked the other. */
  isKeptApart(performerId: string, now: number): boolean {
    return (this.#keptApart.get(performerId) ?? now) > now
  }

  /** Whether nothing is limited any more. */
  isOver(now: number): boolean {
    const { messages, actions, renames, requests, unpaid, shortVips } = this
    return (
      [messages, actions, renames, requests, unpaid, shortVips].every((one) => one.isOver(now)) &&
      [...this.#sentOut.values(), ...this.#keptApart.values()].every((until) => until <= now)
    )
  }
}

const keyOf = ({ memberId, browser }: ChatViewer): string =>
  memberId === null ? `browser:${browser}` : `member:${memberId}`

export class ViewerLimitsRegistry {
  readonly #known = new Map<string, { readonly limits: ViewerLimits; readonly since: number }>()

  of(viewer: ChatViewer, now: number): ViewerLimits {
    const key = keyOf(viewer)
    const limits = this.#known.get(key)?.limits ?? new ViewerLimits()
    this.#known.set(key, { limits, since: now })
    return limits
  }

  /** The limits of the person, and of the browser. */
  person(
    viewer: ChatViewer,
    now: number,
  ): { readonly limits: ViewerLimits; readonly limitsOfBrowser: ViewerLimits } {
    return {
      limits: this.of(viewer, now),
      limitsOfBrowser: this.of({ ...viewer, memberId: null }, now),
    }
  }

  /** Forgets limits that no longer limit anything. `isHere`: a session still uses them. */
  sweep(now: number, isHere: (limits: ViewerLimits) => boolean): void {
    for (const [key, { limits, since }] of this.#known) {
      const isNew = now - since < KNOWN_FOR_MS
      if (!isNew && limits.isOver(now) && !isHere(limits)) this.#known.delete(key)
    }
  }
}
