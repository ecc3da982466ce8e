/**
 * Which of a publisher's packets are missing, and when each is requested again (RFC 4585, section 6.2.1). Pure but for its
 * own memory; time is an argument.
 *
 * Invariants: MAX_MISSING packets are missing at most, and no packet costs more steps than that, whatever sequence numbers
 * a publisher sends; numbers wrap around.
 */
import { distance16 } from "./continuity.ts"

const MAX_MISSING = 150
/** A longer jump is a new beginning and no loss: nothing in between is requested. */
const MAX_JUMP = 500
const MAX_REQUESTS = 10
/** Each pause between two requests for a packet is longer by this. */
const STEP_MS = 20

interface Missing {
  asked: number
  nextAtMs: number
}

export class MissingPackets {
  #highest: number | undefined
  /** The one that is missing for longest is the first. */
  readonly #missing = new Map<number, Missing>()

  get count(): number {
    return this.#missing.size
  }

  /** A packet arrived. */
  add(sequenceNumber: number, atMs: number): void {
    const highest = this.#highest ?? (sequenceNumber - 1) & 0xffff
    const distance = distance16(highest, sequenceNumber)
    if (Math.abs(distance) > MAX_JUMP) this.#missing.clear()
    else if (distance <= 0) {
      this.#missing.delete(sequenceNumber)
      return
    } else this.#miss(sequenceNumber, Math.min(distance - 1, MAX_MISSING), atMs)
    this.#highest = sequenceNumber
  }

  /** Those to request now. */
  due(atMs: number): ReadonlyArray<number> {
    const due: Array<number> = []
    for (const [number, missing] of this.#missing) {
      if (missing.nextAtMs > atMs) continue
      due.push(number)
      missing.asked += 1
      missing.nextAtMs = atMs + missing.asked * STEP_MS
      if (missing.asked === MAX_REQUESTS) this.#missing.delete(number)
    }
    return due
  }

  /** `count` packets before this one are missing. */
  #miss(sequenceNumber: number, count: number, atMs: number): void {
    for (let back = count; back > 0; back -= 1) {
      this.#missing.set((sequenceNumber - back) & 0xffff, { asked: 0, nextAtMs: atMs })
    }
    for (const oldest of this.#missing.keys()) {
      if (this.#missing.size <= MAX_MISSING) break
      this.#missing.delete(oldest)
    }
  }
}
