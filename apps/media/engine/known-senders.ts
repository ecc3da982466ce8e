/**
 * Lets through to the library what the other side of one connection sends, and nothing of strangers: the library
 * believes plain DTLS alerts and greetings of anybody, and checks no request's signature, so that one packet of a
 * stranger would end a picture. Who signs a request with this session's password (RFC 8445, section 7.3) is known from
 * then on, by address. Nothing passes that is longer than a path carries. Caller: peer.ts, before a port is open.
 */
import type { Socket } from "node:net"
import {
  type Connection,
  isStunMessage,
  parseMessage,
  type Protocol,
  type RTCIceTransport,
  StunProtocol,
  TcpPassiveProtocol,
} from "werift"

type Address = readonly [host: string, port: number]
type Receive = (data: Buffer, address: Address) => void

/** A session moves between networks; of so many addresses the longest silent is forgotten. */
const MAX_ADDRESSES = 32
/** Connections over TCP of one session: its own are few. */
const MAX_CONNECTIONS = 16
/** Milliseconds in which whoever connects is to be known. */
const KNOWN_WITHIN_MS = 5_000
/** Of one datagram or frame over TCP: what a path carries in one piece, and what browsers never come near. */
const MAX_BYTES = 2_048
/** Of a message's type: both bits are 0 in a request (RFC 8489, section 5). */
const CLASS = 0x0110

const isRequest = (data: Buffer): boolean =>
  isStunMessage(data) && (data.readUInt16BE(0) & CLASS) === 0

const nameOf = ([host, port]: Address): string => `${host} ${port}`

export class KnownSenders {
  readonly #names: string
  readonly #password: Buffer
  /** The longest silent first. */
  readonly #known = new Set<string>()

  /** `names`: the username of a request to this side. */
  constructor(names: string, password: string) {
    this.#names = names
    this.#password = Buffer.from(password)
  }

  has(address: Address): boolean {
    return this.#known.has(nameOf(address))
  }

  mayPass(data: Buffer, address: Address): boolean {
    if (data.length > MAX_BYTES) return false
    if (!isRequest(data)) return this.has(address)
    const username: unknown = parseMessage(data, this.#password)?.getAttributeValue("USERNAME")
    if (username !== this.#names) return false
    const name = nameOf(address)
    this.#known.delete(name)
    this.#known.add(name)
    const [oldest] = this.#known
    if (this.#known.size > MAX_ADDRESSES && oldest !== undefined) this.#known.delete(oldest)
    return true
  }
}

/** Who connects and says nothing takes nobody's place for long. */
const closesStrangers = (protocol: TcpPassiveProtocol, senders: KnownSenders): void => {
  const server = protocol["server"]
  server.maxConnections = MAX_CONNECTIONS
  server.on("connection", (socket: Socket) => {
    const { remoteAddress = "", remotePort = 0 } = socket
    const timer = setTimeout(() => {
      if (!senders.has([remoteAddress, remotePort])) socket.destroy()
    }, KNOWN_WITHIN_MS)
    socket.once("close", () => clearTimeout(timer))
  })
}

/** Once the other side's name is known, and before ports are opened. */
export const onlyFromKnownSenders = ({ connection }: RTCIceTransport): void => {
  const { localUsername, remoteUsername, localPassword } = connection
  const senders = new KnownSenders(`${localUsername}:${remoteUsername}`, localPassword)
  const ofKnown =
    (receive: Receive): Receive =>
    (data, address) => {
      if (senders.mayPass(data, address)) receive(data, address)
    }
  const opening = connection as Connection
  const ensure = opening["ensureProtocol"].bind(opening)
  opening["ensureProtocol"] = (protocol: Protocol) => {
    if (protocol instanceof StunProtocol) {
      protocol["datagramReceived"] = ofKnown(protocol["datagramReceived"].bind(protocol))
    } else if (protocol instanceof TcpPassiveProtocol) {
      protocol["handleFrame"] = ofKnown(protocol["handleFrame"].bind(protocol))
      closesStrangers(protocol, senders)
    }
    ensure(protocol)
  }
}
