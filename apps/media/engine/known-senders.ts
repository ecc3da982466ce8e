/**
 * Who sends to a session: whoever signs a request with this session's password (RFC 8445, section 7.3) is known from
 * then on, by address. Of strangers the library would believe plain DTLS alerts and greetings, and it checks no
 * request's signature, so that one packet of theirs would end a picture. Pure but for its own memory; time is an
 * argument.
 *
 * Invariants: ADDRESSES are known at the most; of those that sign, so many new ones a second are taken and so many
 * requests are read, for the library keeps a pair for each address and answers each request.
 */
import { isStunMessage, parseMessage } from "werift"
import { TokenBucket } from "../rtp/token-bucket.ts"

export type SocketAddress = readonly [host: string, port: number]

/** A session moves between networks; of so many addresses the longest silent is forgotten. */
const ADDRESSES = 32
/** New ones at once, and a second: a browser has some for each of its networks. */
const NEW_AT_ONCE = 32
const NEW_A_SECOND = 1
/** A browser asks every 50 ms until it is answered, and every few seconds then. */
const REQUESTS_AT_ONCE = 200
const REQUESTS_A_SECOND = 50
/** Of a message's type: both bits are 0 in a request (RFC 8489, section 5). */
const CLASS = 0x0110

export const isRequest = (data: Buffer): boolean =>
  isStunMessage(data) && (data.readUInt16BE(0) & CLASS) === 0

const nameOf = ([host, port]: SocketAddress): string => `${host} ${port}`

export class KnownSenders {
  readonly #names: string
  readonly #password: Buffer
  readonly #onForgotten: (address: SocketAddress) => void
  /** The longest silent first. */
  readonly #known = new Map<string, SocketAddress>()
  readonly #new = new TokenBucket(NEW_AT_ONCE, NEW_A_SECOND)
  readonly #requests = new TokenBucket(REQUESTS_AT_ONCE, REQUESTS_A_SECOND)

  /** `names`: the username of a request to this side. */
  constructor(names: string, password: string, onForgotten: (address: SocketAddress) => void) {
    this.#names = names
    this.#password = Buffer.from(password)
    this.#onForgotten = onForgotten
  }

  has(address: SocketAddress): boolean {
    return this.#known.has(nameOf(address))
  }

  /** Whether a request is to be read; whoever sends one that is becomes known by it. */
  acceptRequest(request: Buffer, address: SocketAddress, atMs: number): boolean {
    const username: unknown = parseMessage(request, this.#password)?.getAttributeValue("USERNAME")
    if (username !== this.#names) return false
    this.#requests.refill(atMs)
    this.#new.refill(atMs)
    const name = nameOf(address)
    if (!this.#requests.take(1) || (!this.#known.has(name) && !this.#new.take(1))) return false
    this.#known.delete(name)
    this.#known.set(name, address)
    const [oldest] = this.#known
    if (this.#known.size > ADDRESSES && oldest !== undefined) {
      this.#known.delete(oldest[0])
      this.#onForgotten(oldest[1])
    }
    return true
  }
}
