/**
 * What of DTLS reaches the library (RFC 6347, sections 4.1 and 4.2.2): it keeps each piece of a message until the
 * last one comes, whoever sends it and however long, allots what a message says it is long, and begins a handshake
 * anew whenever it is greeted. Plain bytes.
 *
 * Invariants: of one session the library is given RECORDS records and BYTES bytes of the handshake at the most, and
 * no message that is longer than a certificate; once the handshake is over, nothing that is not encrypted but alerts,
 * and AFTERWARDS records of what the other side says again because our last words were lost.
 */
const RECORD_HEADER_BYTES = 13
const MESSAGE_HEADER_BYTES = 12

const CHANGE_CIPHER_SPEC = 20
const ALERT = 21
const HANDSHAKE = 22

/** Three flights, each said again seven times within ten seconds: fewer than a hundred records, and 40,000 bytes. */
const RECORDS = 192
const BYTES = 65_536
const AFTERWARDS = 32
/** Of one message: a chain of certificates is shorter. */
const MESSAGE_BYTES = 8_192

const epochOf = (record: Buffer): number => record.readUInt16BE(3)

/** Undefined where the record is cut short. */
const endOfRecord = (datagram: Buffer, at: number): number | undefined => {
  if (at + RECORD_HEADER_BYTES > datagram.length) return undefined
  const end = at + RECORD_HEADER_BYTES + datagram.readUInt16BE(at + 11)
  return end > datagram.length ? undefined : end
}

/** Of a record that nothing protects: each of its pieces lies within its message, and the record has no rest. */
const areMessages = (fragment: Buffer): boolean => {
  let at = 0
  while (at < fragment.length) {
    if (at + MESSAGE_HEADER_BYTES > fragment.length) return false
    const length = fragment.readUIntBE(at + 1, 3)
    const offset = fragment.readUIntBE(at + 6, 3)
    const bytes = fragment.readUIntBE(at + 9, 3)
    if (length > MESSAGE_BYTES || offset + bytes > length) return false
    at += MESSAGE_HEADER_BYTES + bytes
  }
  return at === fragment.length
}

export class DtlsRecordFilter {
  #records = 0
  #bytes = 0
  #afterwards = 0

  /** What of a datagram is passed on; undefined where that is nothing. */
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
    // No data channels are taken, so there is no application data either.
    if (type !== HANDSHAKE && type !== CHANGE_CIPHER_SPEC) return false
    if (isOver) {
      if (!isEncrypted || this.#afterwards >= AFTERWARDS) return false
      this.#afterwards += 1
      return true
    }
    const isWhole =
      type === CHANGE_CIPHER_SPEC ||
      isEncrypted ||
      areMessages(record.subarray(RECORD_HEADER_BYTES))
    if (!isWhole || this.#records >= RECORDS || this.#bytes + record.length > BYTES) return false
    this.#records += 1
    this.#bytes += record.length
    return true
  }
}
