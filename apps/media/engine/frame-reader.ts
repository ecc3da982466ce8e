/**
 * Frames out of a TCP stream: two bytes of length, and so many bytes (RFC 4571, section 2). Pure but for its own
 * memory.
 *
 * Invariant: what is kept of a stream is one unfinished frame, no longer than the longest that is taken.
 */
const LENGTH_BYTES = 2

export class FrameReader {
  readonly #mostBytes: number
  #rest: Buffer = Buffer.alloc(0)

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /** Bytes that wait for the rest of their frame. */
  get keptBytes(): number {
    return this.#rest.length
  }

  /** The frames that are whole now. Undefined where one is longer than may be: nothing can be read behind it. */
  read(part: Buffer): ReadonlyArray<Buffer> | undefined {
    const bytes = this.#rest.length === 0 ? part : Buffer.concat([this.#rest, part])
    const frames: Array<Buffer> = []
    let at = 0
    while (bytes.length - at >= LENGTH_BYTES) {
      const length = bytes.readUInt16BE(at)
      if (length > this.#mostBytes) return undefined
      const end = at + LENGTH_BYTES + length
      if (end > bytes.length) break
      if (length > 0) frames.push(bytes.subarray(at + LENGTH_BYTES, end))
      at = end
    }
    // A copy: a view of some bytes would keep the whole part that they came in.
    this.#rest = Buffer.from(bytes.subarray(at))
    return frames
  }
}
