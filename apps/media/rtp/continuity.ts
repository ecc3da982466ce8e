/**
 * Rewrites one medium for one viewer: sequence numbers and timestamps continue without a gap or a jump when the source
 * changes (RFC 3550, section 5.1). Plain numbers, since it runs for every packet and viewer; time is an argument.
 *
 * Invariant: within a source the distances between packets stay the same, so that a lost packet can be requested and
 * fits in its place.
 */
export interface RtpPosition {
  readonly sequenceNumber: number
  readonly timestamp: number
}

export interface ContinuityStart extends RtpPosition {
  readonly clockRate: number
}

/** From one 16-bit number to another, the shorter way around: -32768 to 32767. */
export const distance16 = (from: number, to: number): number => {
  const ahead = (to - from) & 0xffff
  return ahead < 0x8000 ? ahead : ahead - 0x1_0000
}

const SHORTEST_STEP_MS = 1

export class RtpContinuity {
  readonly #clockRate: number
  #joined = false
  /** Of the source: its highest sequence number so far, counted beyond 16 bits, and that of its first packet. */
  #highest = 0
  #first = 0
  #sequenceOffset = 0
  #timestampOffset = 0
  /** Of the viewer: the last ones that it was sent. */
  #lastSequenceNumber: number
  #lastTimestamp: number
  #lastAt: number | undefined

  constructor({ clockRate, sequenceNumber, timestamp }: ContinuityStart) {
    this.#clockRate = clockRate
    this.#lastSequenceNumber = (sequenceNumber - 1) & 0xffff
    this.#lastTimestamp = timestamp >>> 0
  }

  get isJoined(): boolean {
    return this.#joined
  }

  /** The next packet is another source's; nothing is rewritten until that source's first packet joins. */
  leaveSource(): void {
    this.#joined = false
  }

  /** Makes this packet of a source the next one of the viewer's stream. */
  join(packet: RtpPosition, atMs: number): void {
    const passedMs =
      this.#lastAt === undefined ? 0 : Math.max(SHORTEST_STEP_MS, atMs - this.#lastAt)
    const timestamp = this.#lastTimestamp + Math.round((passedMs * this.#clockRate) / 1_000)
    this.#first = packet.sequenceNumber
    this.#highest = packet.sequenceNumber
    this.#sequenceOffset = this.#lastSequenceNumber + 1 - packet.sequenceNumber
    this.#timestampOffset = timestamp - packet.timestamp
    this.#joined = true
  }

  /** The position of a source's packet in the viewer's stream; undefined for one from before it joined. */
  rewrite({ sequenceNumber, timestamp }: RtpPosition, atMs: number): RtpPosition | undefined {
    if (!this.#joined) return undefined
    const counted = this.#highest + distance16(this.#highest & 0xffff, sequenceNumber)
    if (counted < this.#first) return undefined
    const placed = {
      sequenceNumber: (sequenceNumber + this.#sequenceOffset) & 0xffff,
      timestamp: this.timestampOf(timestamp),
    }
    if (counted >= this.#highest) {
      this.#highest = counted
      this.#lastSequenceNumber = placed.sequenceNumber
      this.#lastTimestamp = placed.timestamp
      this.#lastAt = atMs
    }
    return placed
  }

  /** A source's timestamp on the viewer's clock, also that of a sender report. */
  timestampOf(timestamp: number): number {
    return (timestamp + this.#timestampOffset) >>> 0
  }
}
