/**
 * Which packets of a publisher are missing, and when each is asked for (RFC 4585, section 6.2.1). Time is an
 * argument.
 *
 * Invariants: no packet costs more than MAX_MISSING steps, and no more than that are missing at a time, whatever
 * numbers a publisher draws; numbers go around.
 */
import { distance16 } from "./continuity.ts"

const MAX_MISSING = 150
/** Farther is no loss but another beginning: nothing of what lies between is asked for. */
const MAX_JUMP = 500
const MAX_ASKED = 10
/** Until the second time; each pause is that much longer than the one before. */
const STEP_MS = 20

interface Missing {
  asked: number
  nextAtMs: number
}

export class MissingPackets {
  #highest: number | undefined
  /** The longest missing first. */
  readonly #missing = new Map<number, Missing>()

  get count(): number {
    return this.#missing.size
  }

  /** A packet came. */
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

  /** Those to be asked for now. */
  due(atMs: number): ReadonlyArray<number> {
    const due: Array<number> = []
    for (const [number, missing] of this.#missing) {
      if (missing.nextAtMs > atMs) continue
      due.push(number)
      missing.asked += 1
      missing.nextAtMs = atMs + missing.asked * STEP_MS
      if (missing.asked === MAX_ASKED) this.#missing.delete(number)
    }
    return due
  }

  /** So many before this one. */
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
