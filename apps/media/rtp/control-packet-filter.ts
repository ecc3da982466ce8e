/**
 * What of a client's control packets is read at all (RFC 3550, section 6; RFC 4585, section 6): reports, and
 * requests for lost packets and for key frames, so many a second and of such a length. Everything else goes unread,
 * transport-wide feedback too: nobody agreed to it, and a few bytes of it name thousands of packets. Plain bytes;
 * time is an argument.
 *
 * Invariant: what is read of one client is bounded, however much it sends; each packet is read alone, for the library
 * takes what follows a request for lost packets for a part of it.
 */
import { TokenBucket } from "./token-bucket.ts"

/** As sent: no path carries more in one piece. */
export const MAX_CONTROL_BYTES = 1_500

/** Browsers send fewer than a hundred, also over a bad line. */
const MAX_A_SECOND = 200

const HEADER_BYTES = 4
const COUNT = 0x1f
const REPORTS: ReadonlyArray<number> = [200, 201]
/** RFC 4585, sections 6.1 and 6.3.1: feedback for the transport, and about the payload. */
const TRANSPORT = 205
const PAYLOAD = 206
/** Of the one a request for lost packets, of the other one for a key frame. */
const REQUEST = 1

/** Of a request for lost packets: its header with both sides' numbers, and the groups of 17 that it names. */
const REQUEST_HEADER_BYTES = 12
const GROUP_BYTES = 4
const MAX_GROUPS = 64
const MAX_REQUEST_BYTES = REQUEST_HEADER_BYTES + MAX_GROUPS * GROUP_BYTES

const isRead = (type: number, count: number): boolean =>
  REPORTS.includes(type) || ((type === TRANSPORT || type === PAYLOAD) && count === REQUEST)

export class ControlPacketFilter {
  readonly #bucket = new TokenBucket(MAX_A_SECOND, MAX_A_SECOND)

  /** Those of a decrypted compound that are to be read, one by one. */
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
