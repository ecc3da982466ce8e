/**
 * Which POSTs, commands above all, wait for their answer: a gateway that stops answers them first, so that nobody is
 * left not knowing what took effect.
 */
import { EventEmitter, once } from "node:events"
import { Effect } from "effect"

export class InFlightPosts {
  readonly #changes = new EventEmitter()
  #count = 0

  /** It is over when its answer was sent, or its browser has left. */
  begin(response: EventEmitter): void {
    this.#count += 1
    response.once("close", () => {
      this.#count -= 1
      if (this.#count === 0) this.#changes.emit("none")
    })
  }

  /** Resolves when none is under way. */
  readonly ended: Effect.Effect<void> = Effect.promise(async (signal) => {
    if (this.#count > 0) await once(this.#changes, "none", { signal }).catch(() => undefined)
  })
}
