/**
 * Deliveries of the last moments. A socket gives no receipt, so a delivery counts as received when its connection has
 * lasted a while longer; if the connection breaks before that, or the process dies, it is delivered again. A
 * duplicate is harmless, because a transaction has an id. Pure state.
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

  /** A connection of this member broke: its deliveries may be lost. */
  forget(memberId: string): void {
    for (const [id, delivery] of this.#open) {
      if (delivery.memberId === memberId) this.#open.delete(id)
    }
  }

  /** Takes out what counts as received by now. */
  takeConfirmed(now: number): ReadonlyArray<number> {
    const confirmed: Array<number> = []
    for (const [id, { at }] of this.#open) {
      // In the order of their time.
      if (now - at < CONFIRMED_AFTER_MS) break
      confirmed.push(id)
      this.#open.delete(id)
    }
    return confirmed
  }
}
