/**
 * Which addresses send to a session. An address is known once it signs a STUN request with the session's password (RFC
 * 8445, section 7.3). The library checks no signature and believes plain DTLS alerts and ClientHellos of anybody, so one
 * packet of a stranger would end a picture. Pure but for its own memory; time is an argument.
 *
 * Invariants: MAX_ADDRESSES are known at most. New addresses and requests have a rate limit, since the library keeps a
 * candidate pair for each address and answers each request.
 */
import { isStunMessage, parseMessage } from "werift"
import { TokenBucket } from "../rtp/token-bucket.ts"

export type SocketAddress = readonly [host: string, port: number]

/** A client moves between networks; beyond so many addresses the one that is silent for longest is dropped. */
const MAX_ADDRESSES = 32
/** A browser has a few addresses for each of its networks. */
const NEW_ADDRESSES_BURST = 32
const NEW_ADDRESSES_PER_SECOND = 1
/** A browser sends one every 50 ms until it is answered, then one every few seconds. */
const REQUESTS_BURST = 200
const REQUESTS_PER_SECOND = 50
/** The class bits of a STUN message's type; both are 0 in a request (RFC 8489, section 5). */
const CLASS_BITS = 0x0110

export const isRequest = (data: Buffer): boolean =>
  isStunMessage(data) && (data.readUInt16BE(0) & CLASS_BITS) === 0

const keyOf = ([host, port]: SocketAddress): string => `${host} ${port}`

export class KnownSenders {
  readonly #username: string
  readonly #password: Buffer
  readonly #onDropped: (address: SocketAddress) => void
  /** The one that is silent for longest is the first. */
  readonly #known = new Map<string, SocketAddress>()
  readonly #new = new TokenBucket(NEW_ADDRESSES_BURST, NEW_ADDRESSES_PER_SECOND)
  readonly #requests = new TokenBucket(REQUESTS_BURST, REQUESTS_PER_SECOND)

  /** `username`: as a request to this side names both sides. `password`: signs it. */
  constructor(username: string, password: string, onDropped: (address: SocketAddress) => void) {
    this.#username = username
    this.#password = Buffer.from(password)
    this.#onDropped = onDropped
  }

  has(address: SocketAddress): boolean {
    return this.#known.has(keyOf(address))
  }

  /** Whether the library may read a request. Its sender is known from then on. */
  acceptRequest(request: Buffer, address: SocketAddress, atMs: number): boolean {
    const named: unknown = parseMessage(request, this.#password)?.getAttributeValue("USERNAME")
    if (named !== this.#username) return false
    this.#requests.refill(atMs)
    this.#new.refill(atMs)
    const key = keyOf(address)
    if (!this.#requests.take(1) || (!this.#known.has(key) && !this.#new.take(1))) return false
    this.#known.delete(key)
    this.#known.set(key, address)
    const [oldest] = this.#known
    if (this.#known.size > MAX_ADDRESSES && oldest !== undefined) {
      this.#known.delete(oldest[0])
      this.#onDropped(oldest[1])
    }
    return true
  }
}
