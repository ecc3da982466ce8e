/**
 * What one viewer may do how often, and which rooms they were sent out of. They are the person's, not a session's:
 * who leaves and comes back begins nothing anew.
 *
 * Callers: rooms.ts keeps them, room.ts asks them. Invariant: what a window still counts, or a room still bars, is
 * not forgotten. Times are monotonic milliseconds and come as arguments.
 */
import { type Rate, RateWindow } from "./rate-window.ts"
import type { Viewer } from "./session.ts"

const MESSAGES: Rate = { count: 10, withinMs: 10_000 }
const ACTIONS: Rate = { count: 30, withinMs: 10_000 }
const RENAMES: Rate = { count: 5, withinMs: 60_000 }
/** Milliseconds that a paid room was shown and no answer to a keep-alive vouched for: bad lines need some. */
const UNANSWERED: Rate = { count: 60_000, withinMs: 600_000 }
/** Milliseconds for which a room stays closed to who was sent out of it. */
const SENT_OUT_FOR_MS = 900_000

export class ViewerLimits {
  readonly messages = new RateWindow(MESSAGES)
  readonly actions = new RateWindow(ACTIONS)
  readonly renames = new RateWindow(RENAMES)
  readonly unanswered = new RateWindow(UNANSWERED)
  readonly #sentOut = new Map<string, number>()

  sentOut(performerId: string, now: number): void {
    this.#sentOut.set(performerId, now + SENT_OUT_FOR_MS)
  }

  /** The milliseconds for which this room stays closed; 0 where it is open. */
  closedFor(performerId: string, now: number): number {
    return Math.max(0, (this.#sentOut.get(performerId) ?? now) - now)
  }

  isOver(now: number): boolean {
    const windows = [this.messages, this.actions, this.renames, this.unanswered]
    return (
      windows.every((window) => window.isOver(now)) &&
      [...this.#sentOut.values()].every((until) => until <= now)
    )
  }
}

const keyOf = ({ memberId, browser }: Viewer): string =>
  memberId === null ? `browser:${browser}` : `member:${memberId}`

export class LimitsOfViewers {
  readonly #limits = new Map<string, ViewerLimits>()

  of(viewer: Viewer): ViewerLimits {
    const key = keyOf(viewer)
    const limits = this.#limits.get(key) ?? new ViewerLimits()
    this.#limits.set(key, limits)
    return limits
  }

  /** Forgets those that limit nothing any more. `isHere`: whose sessions still use them. */
  sweep(now: number, isHere: (limits: ViewerLimits) => boolean): void {
    for (const [key, limits] of this.#limits) {
      if (limits.isOver(now) && !isHere(limits)) this.#limits.delete(key)
    }
  }
}
