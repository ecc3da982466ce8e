/**
 * Waits for a visit's join: what is posted together with it may be here before it, and before it is done. Nothing is
 * kept of who does not wait.
 *
 * Invariant: bounded in time, and over with the next join of that visit, whatever came of it.
 */
import { Effect } from "effect"
import type { LiveVisit } from "../visits/registry.ts"

const WAIT_LIMIT = "2 seconds"

export class JoinWaiters {
  readonly #waiting = new WeakMap<LiveVisit, Set<() => void>>()

  /** One is over. */
  readonly over = (visit: LiveVisit): void => {
    for (const wake of this.#waiting.get(visit) ?? []) wake()
  }

  readonly next = (visit: LiveVisit): Effect.Effect<void> =>
    Effect.callback<void>((resume) => {
      const wakes = this.#waiting.get(visit) ?? new Set()
      const wake = () => {
        resume(Effect.void)
      }
      this.#waiting.set(visit, wakes.add(wake))
      return Effect.sync(() => {
        wakes.delete(wake)
        if (wakes.size === 0) this.#waiting.delete(visit)
      })
    }).pipe(Effect.timeoutOption(WAIT_LIMIT), Effect.asVoid)
}
