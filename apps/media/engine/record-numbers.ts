/**
 * Gives each record of a handshake that goes out unprotected a number of its own, also one that is said again: "from
 * the perspective of the DTLS record layer, the retransmission is a new record" (RFC 6347, section 4.2.2). The
 * library says its flights again as they were, and who has seen a record drops it: Firefox keeps no message that
 * came before its turn, so that one lost datagram of a flight left it waiting for ever.
 *
 * Invariant: protected records go out as they are, since their number is part of what protects them.
 */
import type { Connection, RTCDtlsTransport } from "werift"

const RECORD_HEADER_BYTES = 13
const NUMBER_AT = 5
const NUMBER_BYTES = 6

/** By its first byte (RFC 7983, section 7). */
const isDtls = ([first = 0]: Buffer): boolean => first >= 20 && first < 64
const isProtected = (datagram: Buffer, at: number): boolean => datagram.readUInt16BE(at + 3) > 0

export class RecordNumbers {
  #last = -1

  /** The datagram, or another in its place: the library keeps the one that it gave. */
  renew(datagram: Buffer): Buffer {
    if (!isDtls(datagram)) return datagram
    const renewed = Buffer.from(datagram)
    let at = 0
    while (at + RECORD_HEADER_BYTES <= renewed.length) {
      if (!isProtected(renewed, at)) {
        this.#last = Math.max(this.#last + 1, renewed.readUIntBE(at + NUMBER_AT, NUMBER_BYTES))
        renewed.writeUIntBE(this.#last, at + NUMBER_AT, NUMBER_BYTES)
      }
      at += RECORD_HEADER_BYTES + renewed.readUInt16BE(at + 11)
    }
    return renewed
  }
}

export const renumberRecords = (transport: RTCDtlsTransport): void => {
  const connection = transport.iceTransport.connection as Connection
  const numbers = new RecordNumbers()
  const send = connection.send.bind(connection)
  connection.send = (data) => send(numbers.renew(data))
}
