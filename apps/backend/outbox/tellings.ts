/**
 * What was told a moment ago. A socket gives no receipt, so what was told counts as heard only when its
 * connection has lasted a while longer; if the connection breaks before, or this process dies, it is told
 * again. Hearing something twice is harmless, a transaction names itself. Pure but for its memory.
 */

/** Milliseconds a connection must last after a telling for it to count as heard. */
export const HEARD_AFTER_MS = 3_000

interface Telling {
  readonly memberId: string
  readonly at: number
}

export class Tellings {
  readonly #open = new Map<number, Telling>()

  has(id: number): boolean {
    return this.#open.has(id)
  }

  add(id: number, telling: Telling): void {
    this.#open.set(id, telling)
  }

  /** A connection of this member broke: nobody knows what of it arrived. */
  forget(memberId: string): void {
    for (const [id, telling] of this.#open) {
      if (telling.memberId === memberId) this.#open.delete(id)
    }
  }

  /** Takes out what counts as heard by now. */
  takeHeard(now: number): ReadonlyArray<number> {
    const heard: Array<number> = []
    for (const [id, { at }] of this.#open) {
      // Tellings stand in the order of their time.
      if (now - at < HEARD_AFTER_MS) break
      heard.push(id)
      this.#open.delete(id)
    }
    return heard
  }
}
