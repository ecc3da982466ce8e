/**
 * Which of the packets that a viewer reports lost are retransmitted (RFC 4585, section 6.2.1). A request costs its sender a
 * few bytes for each packet and the engine a whole packet, so retransmissions are bounded by what was sent anyway. Plain
 * numbers, since it runs for every packet; time is an argument.
 *
 * Invariant: within any time, retransmissions take at most BURST_BYTES, a quarter of what was sent the first time, and
 * BYTES_PER_SECOND of that time.
 */
import { TokenBucket } from "./token-bucket.ts"

/** Packets; the library keeps as many. */
const HISTORY = 128

/** Packets of one request. */
const MAX_ANSWERED = 64
/** A short round trip: a packet that was just retransmitted may still arrive. */
const PAUSE_MS = 20
const SHARE = 0.25
/** A large key frame that was lost as a whole is retransmitted at once. */
const BURST_BYTES = 100_000
/** Enough for a small stream on a line that loses much. */
const BYTES_PER_SECOND = 25_000
/** Around each payload: the RTP header, the number of the lost packet (RFC 4588, section 4), the tag and UDP. */
const OVERHEAD_BYTES = 60

export class ResendBudget {
  /** By sequence number modulo HISTORY. */
  readonly #numbers = new Int32Array(HISTORY).fill(-1)
  readonly #bytes = new Int32Array(HISTORY)
  readonly #resentAtMs = new Float64Array(HISTORY)
  readonly #credit = new TokenBucket(BURST_BYTES, BYTES_PER_SECOND)

  /** A packet was sent for the first time. */
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
    const retransmitted: Array<number> = []
    for (const number of lost) {
      if (retransmitted.length === MAX_ANSWERED) break
      // Where a group of lost packets wraps around, the library counts beyond 16 bits.
      const sequenceNumber = number & 0xffff
      if (this.#mayRetransmit(sequenceNumber, atMs)) retransmitted.push(sequenceNumber)
    }
    return retransmitted
  }

  #mayRetransmit(sequenceNumber: number, atMs: number): boolean {
    const slot = sequenceNumber % HISTORY
    const bytes = this.#bytes[slot] ?? 0
    const resentAtMs = this.#resentAtMs[slot] ?? 0
    if (this.#numbers[slot] !== sequenceNumber || atMs - resentAtMs < PAUSE_MS) return false
    if (!this.#credit.take(bytes)) return false
    this.#resentAtMs[slot] = atMs
    return true
  }
}
