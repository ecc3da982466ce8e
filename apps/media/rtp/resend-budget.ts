/**
 * Which of the packets that a viewer says it has lost are sent again (RFC 4585, section 6.2.1). Whoever asks pays a
 * few bytes for each, and the engine a whole packet: so the answer is bounded by what was sent anyway. Plain
 * numbers, for it runs for every packet; time is an argument.
 *
 * Invariant: within any time, what is sent again is at most BURST_BYTES, a quarter of what was sent the first time,
 * and BYTES_A_SECOND of that time.
 */
import { TokenBucket } from "./token-bucket.ts"

/** As many as the library keeps. */
const HISTORY = 128

/** Of one request. */
const MAX_ANSWERED = 64
/** What is on its way is not sent once more: a short way there and back. */
const PAUSE_MS = 20
const SHARE = 0.25
/** A large key frame that was lost altogether comes again at once. */
const BURST_BYTES = 100_000
/** A line that loses much of a small stream heals as well. */
const BYTES_A_SECOND = 25_000
/** Around each payload: the RTP header, the number of the lost packet (RFC 4588, section 4), the tag and UDP. */
const OVERHEAD_BYTES = 60

export class ResendBudget {
  /** By number modulo HISTORY. */
  readonly #numbers = new Int32Array(HISTORY).fill(-1)
  readonly #bytes = new Int32Array(HISTORY)
  readonly #resentAtMs = new Float64Array(HISTORY)
  readonly #credit = new TokenBucket(BURST_BYTES, BYTES_A_SECOND)

  /** A packet went out for the first time. */
  sent(sequenceNumber: number, payloadBytes: number): void {
    const slot = sequenceNumber % HISTORY
    const bytes = payloadBytes + OVERHEAD_BYTES
    this.#numbers[slot] = sequenceNumber
    this.#bytes[slot] = bytes
    this.#resentAtMs[slot] = Number.NEGATIVE_INFINITY
    this.#credit.add(bytes * SHARE)
  }

  /** Those of the lost that go out again now. */
  answered(lost: ReadonlyArray<number>, atMs: number): ReadonlyArray<number> {
    this.#credit.refill(atMs)
    const again: Array<number> = []
    for (const number of lost) {
      if (again.length === MAX_ANSWERED) break
      // The library counts on beyond 16 bits where a group of lost packets goes around.
      const sequenceNumber = number & 0xffff
      if (this.#goesAgain(sequenceNumber, atMs)) again.push(sequenceNumber)
    }
    return again
  }

  #goesAgain(sequenceNumber: number, atMs: number): boolean {
    const slot = sequenceNumber % HISTORY
    const bytes = this.#bytes[slot] ?? 0
    const resentAtMs = this.#resentAtMs[slot] ?? 0
    if (this.#numbers[slot] !== sequenceNumber || atMs - resentAtMs < PAUSE_MS) return false
    if (!this.#credit.take(bytes)) return false
    this.#resentAtMs[slot] = atMs
    return true
  }
}
