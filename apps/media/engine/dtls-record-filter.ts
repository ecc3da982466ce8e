/**
 * Which DTLS records reach the library (RFC 6347, sections 4.1 and 4.2.2). The library keeps each fragment of a message
 * until the last one arrives, whatever its sender and length, allocates the length that a message claims, and begins a new
 * handshake for every ClientHello. Plain bytes.
 *
 * Invariants: a session's handshake passes MAX_RECORDS records and MAX_BYTES bytes at most, and no message longer than a
 * certificate chain. After the handshake only alerts pass unencrypted, and MAX_RECORDS_AFTERWARDS encrypted records: the
 * peer repeats its last flight where the engine's was lost.
 */
const RECORD_HEADER_BYTES = 13
const MESSAGE_HEADER_BYTES = 12

const CHANGE_CIPHER_SPEC = 20
const ALERT = 21
const HANDSHAKE = 22

/** Three flights, each repeated seven times within ten seconds, are fewer than a hundred records and 40,000 bytes. */
const MAX_RECORDS = 192
const MAX_BYTES = 65_536
const MAX_RECORDS_AFTERWARDS = 32
/** A chain of certificates is shorter. */
const MAX_MESSAGE_BYTES = 8_192

const epochOf = (record: Buffer): number => record.readUInt16BE(3)

/** Undefined where the record is incomplete. */
const endOfRecord = (datagram: Buffer, at: number): number | undefined => {
  if (at + RECORD_HEADER_BYTES > datagram.length) return undefined
  const end = at + RECORD_HEADER_BYTES + datagram.readUInt16BE(at + 11)
  return end > datagram.length ? undefined : end
}

/** Whether an unencrypted record is made of fragments that lie within their messages, and of nothing else. */
const holdsFragments = (fragment: Buffer): boolean => {
  let at = 0
  while (at < fragment.length) {
    if (at + MESSAGE_HEADER_BYTES > fragment.length) return false
    const length = fragment.readUIntBE(at + 1, 3)
    const offset = fragment.readUIntBE(at + 6, 3)
    const bytes = fragment.readUIntBE(at + 9, 3)
    if (length > MAX_MESSAGE_BYTES || offset + bytes > length) return false
    at += MESSAGE_HEADER_BYTES + bytes
  }
  return at === fragment.length
}

export class DtlsRecordFilter {
  #records = 0
  #bytes = 0
  #afterwards = 0

  /** The records of a datagram that pass; undefined where none does. `isOver`: the handshake is. */
  filter(datagram: Buffer, isOver: boolean): Buffer | undefined {
    const passed: Array<Buffer> = []
    let passedBytes = 0
    let at = 0
    for (let end = endOfRecord(datagram, at); end !== undefined && end > at;) {
      const record = datagram.subarray(at, end)
      if (this.#mayPass(record, isOver)) {
        passed.push(record)
        passedBytes += record.length
      }
      at = end
      end = at < datagram.length ? endOfRecord(datagram, at) : undefined
    }
    if (passedBytes === datagram.length) return datagram
    return passed.length === 0 ? undefined : Buffer.concat(passed)
  }

  #mayPass(record: Buffer, isOver: boolean): boolean {
    const type = record.readUInt8(0)
    const isEncrypted = epochOf(record) > 0
    if (type === ALERT) return true
    // The engine accepts no data channels, so there is no application data.
    if (type !== HANDSHAKE && type !== CHANGE_CIPHER_SPEC) return false
    if (isOver) {
      if (!isEncrypted || this.#afterwards >= MAX_RECORDS_AFTERWARDS) return false
      this.#afterwards += 1
      return true
    }
    const isValid =
      type === CHANGE_CIPHER_SPEC ||
      isEncrypted ||
      holdsFragments(record.subarray(RECORD_HEADER_BYTES))
    if (!isValid || this.#records >= MAX_RECORDS || this.#bytes + record.length > MAX_BYTES)
      return false
    this.#records += 1
    this.#bytes += record.length
    return true
  }
}
