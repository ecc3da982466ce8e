/**
 * Splits a TCP stream into frames: two bytes of length, then so many bytes (RFC 4571, section 2). Pure but for its own
 * memory.
 *
 * Invariant: one unfinished frame is buffered at most, no longer than `maxBytes`.
 */
const LENGTH_BYTES = 2

export class FrameReader {
  readonly #maxBytes: number
  #rest: Buffer = Buffer.alloc(0)

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Bytes of a frame whose rest has yet to arrive. */
  get keptBytes(): number {
    return this.#rest.length
  }

  /** The frames that are complete now. Undefined after one that is too long: the stream cannot be read on. */
  read(part: Buffer): ReadonlyArray<Buffer> | undefined {
    const bytes = this.#rest.length === 0 ? part : Buffer.concat([this.#rest, part])
    const frames: Array<Buffer> = []
    let at = 0
    while (bytes.length - at >= LENGTH_BYTES) {
      const length = bytes.readUInt16BE(at)
      if (length > this.#maxBytes) return undefined
      const end = at + LENGTH_BYTES + length
      if (end > bytes.length) break
      if (length > 0) frames.push(bytes.subarray(at + LENGTH_BYTES, end))
      at = end
    }
    // A copy, since a view would keep the whole buffer in memory.
    this.#rest = Buffer.from(bytes.subarray(at))
    return frames
  }
}
