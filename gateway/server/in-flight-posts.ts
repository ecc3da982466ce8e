/**
 * Counts POSTs, mostly commands, that wait for their answer. A stopping gateway answers them first, so that no
 * browser is left with an unknown outcome.
 */
import { EventEmitter, once } from "node:events"
import { Effect } from "effect"

export class InFlightPosts {
  readonly #changes = new EventEmitter()
  #count = 0

  /** A POST ends when its response is sent or its connection is closed. */
  begin(response: EventEmitter): void {
    this.#count += 1
    response.once("close", () => {
      this.#count -= 1
      if (this.#count === 0) this.#changes.emit("none")
    })
  }

  /** Resolves when none is running. */
  readonly ended: Effect.Effect<void> = Effect.promise(async (signal) => {
    if (this.#count > 0) await once(this.#changes, "none", { signal }).catch(() => undefined)
  })
}
