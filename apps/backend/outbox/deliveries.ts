/**
 * What was sent a moment ago. A socket gives no receipt, so what was sent counts as received only when its
 * connection has lasted a while longer; if the connection breaks before, or this process dies, it is told
 * again. Hearing something twice is harmless, a transaction names itself. Pure but for its memory.
 */

/** Milliseconds a connection must last after a delivery for it to count as received. */
export const CONFIRMED_AFTER_MS = 3_000

interface Delivery {
  readonly memberId: string
  readonly at: number
}

export class Deliveries {
  readonly #open = new Map<number, Delivery>()

  has(id: number): boolean {
    return this.#open.has(id)
  }

  add(id: number, delivery: Delivery): void {
    this.#open.set(id, delivery)
  }

  /** A connection of this member broke: nobody knows what of it arrived. */
  forget(memberId: string): void {
    for (const [id, delivery] of this.#open) {
      if (delivery.memberId === memberId) this.#open.delete(id)
    }
  }

  /** Takes out what counts as received by now. */
  takeConfirmed(now: number): ReadonlyArray<number> {
    const confirmed: Array<number> = []
    for (const [id, { at }] of this.#open) {
      // Deliveries stand in the order of their time.
      if (now - at < CONFIRMED_AFTER_MS) break
      confirmed.push(id)
      this.#open.delete(id)
    }
    return confirmed
  }
}
