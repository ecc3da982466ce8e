/**
 * Who waits for a visit's join: what is posted together with it may be here before it, and before it has ended.
 *
 * Invariant: a wait is bounded in time, and ends with the next join of that visit, whatever came of it.
 */
import { Effect } from "effect"
import type { LiveVisit } from "../visits/registry.ts"

const WAIT_LIMIT = "2 seconds"

export class JoinWaiters {
  readonly #waiting = new WeakMap<LiveVisit, Set<() => void>>()

  readonly joinEnded = (visit: LiveVisit): void => {
    for (const wake of this.#waiting.get(visit) ?? []) wake()
  }

  readonly nextJoin = (visit: LiveVisit): Effect.Effect<void> =>
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
