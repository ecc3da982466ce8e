/**
 * Which of a client's RTCP packets are read (RFC 3550, section 6; RFC 4585, section 6): reports, and requests for lost
 * packets and for key frames, at a bounded rate and length. Everything else is dropped, transport-wide feedback too: it was
 * not negotiated, and a few bytes of it name thousands of packets. Plain bytes; time is an argument.
 *
 * Invariant: what is read of one client is bounded, however much it sends. Each packet is handed on alone, since the
 * library takes whatever follows a request for lost packets for a part of it.
 */
import { TokenBucket } from "./token-bucket.ts"

/** Of an encrypted compound: no network path carries more in one piece. */
export const MAX_CONTROL_BYTES = 1_500

/** Browsers send fewer than a hundred, also over a bad line. */
const MAX_PER_SECOND = 200

const HEADER_BYTES = 4
const COUNT = 0x1f
const REPORTS: ReadonlyArray<number> = [200, 201]
/** Transport and payload-specific feedback (RFC 4585, sections 6.1 and 6.3). */
const TRANSPORT = 205
const PAYLOAD = 206
/** Its format 1: a request for lost packets (NACK), and one for a key frame (PLI). */
const REQUEST = 1

/** Of a NACK: its header with both SSRCs; then groups that name 17 packets each. */
const REQUEST_HEADER_BYTES = 12
const GROUP_BYTES = 4
const MAX_GROUPS = 64
const MAX_REQUEST_BYTES = REQUEST_HEADER_BYTES + MAX_GROUPS * GROUP_BYTES

const isRead = (type: number, count: number): boolean =>
  REPORTS.includes(type) || ((type === TRANSPORT || type === PAYLOAD) && count === REQUEST)

export class ControlPacketFilter {
  readonly #bucket = new TokenBucket(MAX_PER_SECOND, MAX_PER_SECOND)

  /** The packets of a decrypted compound that may be read. */
  filter(compound: Buffer, atMs: number): ReadonlyArray<Buffer> {
    this.#bucket.refill(atMs)
    const packets: Array<Buffer> = []
    for (let at = 0; at + HEADER_BYTES <= compound.length && this.#bucket.take(1);) {
      const type = compound.readUInt8(at + 1)
      const end = at + HEADER_BYTES + compound.readUInt16BE(at + 2) * 4
      if (end > compound.length) break
      if (isRead(type, compound.readUInt8(at) & COUNT)) {
        const longest = type === TRANSPORT ? at + MAX_REQUEST_BYTES : end
        packets.push(compound.subarray(at, Math.min(end, longest)))
      }
      at = end
    }
    return packets
  }
}
