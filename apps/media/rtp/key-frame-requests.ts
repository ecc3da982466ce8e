/**
 * How often a publisher is asked for a key frame: requests of many viewers at once are one, and none is lost. Pure but for
 * its own memory; time is an argument.
 */
const MIN_INTERVAL_MS = 300

export class KeyFrameRequests {
  #askedAt = Number.NEGATIVE_INFINITY
  #isPending = false

  /** Milliseconds until the publisher is to be asked, 0 for now; call `due` then. Null: a request is pending already. */
  ask(atMs: number): number | null {
    const waitMs = this.#askedAt + MIN_INTERVAL_MS - atMs
    if (waitMs <= 0) {
      this.#askedAt = atMs
      return 0
    }
    if (this.#isPending) return null
    this.#isPending = true
    return waitMs
  }

  /** The pending request is sent now. */
  due(atMs: number): void {
    this.#isPending = false
    this.#askedAt = atMs
  }
}
