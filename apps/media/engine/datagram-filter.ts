/**
 * Which of a session's datagrams, or frames over TCP, reach the library: none of unknown addresses, none that is longer
 * than a network path carries, and of the others what known-senders.ts and dtls-record-filter.ts let through. All traffic
 * of known addresses is counted, whether it is let through or not.
 */
import { isStunMessage } from "werift"
import { DtlsRecordFilter } from "./dtls-record-filter.ts"
import { type SocketAddress, isRequest, type KnownSenders } from "./known-senders.ts"

/** Of one datagram or frame. A network path carries 1,500 bytes in one piece. */
export const MAX_DATAGRAM_BYTES = 2_048

/** Since the session began. */
export interface ReceivedTraffic {
  /** Of known addresses. */
  bytes: number
  datagrams: number
  /** Datagrams of any address that did not reach the library. */
  dropped: number
}

export const noTraffic = (): ReceivedTraffic => ({ bytes: 0, datagrams: 0, dropped: 0 })

/** The first byte tells the protocol (RFC 7983, section 7). */
const isDtls = (first: number): boolean => first >= 20 && first < 64
const isMedia = (first: number): boolean => first >= 128 && first < 192

export class DatagramFilter {
  readonly #senders: KnownSenders
  readonly #records = new DtlsRecordFilter()
  readonly #received: ReceivedTraffic
  readonly #isConnected: () => boolean

  /** `isConnected`: the handshake is over. */
  constructor(senders: KnownSenders, received: ReceivedTraffic, isConnected: () => boolean) {
    this.#senders = senders
    this.#received = received
    this.#isConnected = isConnected
  }

  /** The part that the library may read; undefined where that is nothing. */
  filter(data: Buffer, address: SocketAddress, atMs: number): Buffer | undefined {
    const passed = this.#read(data, address, atMs)
    if (this.#senders.has(address)) {
      this.#received.bytes += data.length
      this.#received.datagrams += 1
    }
    if (passed === undefined) this.#received.dropped += 1
    return passed
  }

  #read(data: Buffer, address: SocketAddress, atMs: number): Buffer | undefined {
    const [first] = data
    if (first === undefined || data.length > MAX_DATAGRAM_BYTES) return undefined
    if (isRequest(data)) return this.#senders.acceptRequest(data, address, atMs) ? data : undefined
    if (!this.#senders.has(address)) return undefined
    if (isDtls(first)) return this.#records.filter(data, this.#isConnected())
    return isMedia(first) || isStunMessage(data) ? data : undefined
  }
}
