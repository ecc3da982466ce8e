/**
 * Gives each unencrypted handshake record that is sent a sequence number of its own, retransmitted ones too: "from the
 * perspective of the DTLS record layer, the retransmission is a new record" (RFC 6347, section 4.2.2). The library
 * retransmits records with their old numbers, and a peer drops records that it has seen. Firefox also keeps no message
 * that arrives out of order, so one lost datagram of a flight would leave it waiting for ever.
 *
 * Invariant: encrypted records are sent unchanged, since their number is part of what is authenticated.
 */
import type { Connection, RTCDtlsTransport } from "werift"

const RECORD_HEADER_BYTES = 13
const NUMBER_AT = 5
const NUMBER_BYTES = 6

/** The first byte tells the protocol (RFC 7983, section 7). */
const isDtls = ([first = 0]: Buffer): boolean => first >= 20 && first < 64
const isEncrypted = (datagram: Buffer, at: number): boolean => datagram.readUInt16BE(at + 3) > 0

export class RecordNumbers {
  #last = -1

  /** A copy of a DTLS datagram: the library keeps the original and may send it again. */
  renew(datagram: Buffer): Buffer {
    if (!isDtls(datagram)) return datagram
    const renewed = Buffer.from(datagram)
    let at = 0
    while (at + RECORD_HEADER_BYTES <= renewed.length) {
      if (!isEncrypted(renewed, at)) {
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
