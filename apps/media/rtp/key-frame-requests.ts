/**
 * How often a publisher is asked for a key frame: many viewers that ask at once are one request, and nobody's is
 * forgotten. Time is an argument.
 */
const SHORTEST_PAUSE_MS = 300

export class KeyFrameRequests {
  #askedAt = Number.NEGATIVE_INFINITY
  #isPending = false

  /** 0: ask now. A number: ask in so many milliseconds, and say so by `due`. Null: that is coming anyway. */
  ask(atMs: number): number | null {
    const waitMs = this.#askedAt + SHORTEST_PAUSE_MS - atMs
    if (waitMs <= 0) {
      this.#askedAt = atMs
      return 0
    }
    if (this.#isPending) return null
    this.#isPending = true
    return waitMs
  }

  /** The pause is over: the publisher is asked now. */
  due(atMs: number): void {
    this.#isPending = false
    this.#askedAt = atMs
  }
}
