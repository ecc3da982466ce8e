/**
 * A UDP port of a session, in the form and in place of the library's transport. The library's has no error listener,
 * looks for a free port with one socket and binds it with another, and rejects promises that nobody awaits.
 *
 * Invariants: once open it never throws and never rejects; a datagram that cannot be sent is lost, as it might be on the
 * way.
 */
import { createSocket, type Socket, type SocketType } from "node:dgram"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import type { PortRange } from "./port-slots.ts"

type Address = readonly [host: string, port: number]

/** Nobody waits for a datagram to be sent. */
const SENT = Promise.resolve()

/** Undefined where the port is taken, or this machine lacks the address family. */
const bound = async (type: SocketType, port: number): Promise<Socket | undefined> => {
  const socket = createSocket(type)
  let isBound = false
  // Stays for good: an error event without a listener would end the process.
  socket.on("error", () => {
    if (!isBound) socket.close()
  })
  socket.bind({ port })
  await Promise.race([once(socket, "listening"), once(socket, "close")]).catch(() => undefined)
  try {
    socket.address()
    isBound = true
    return socket
  } catch {
    return undefined
  }
}

export class DatagramTransport {
  readonly type = "udp"
  onData: (data: Buffer, address: Address) => void = () => undefined
  closed = false
  readonly #socket: Socket
  readonly addressFamily: 4 | 6

  private constructor(socket: Socket, addressFamily: 4 | 6) {
    this.#socket = socket
    this.addressFamily = addressFamily
    socket.on("message", (data, { address, port }) => {
      // A link-local address names its interface after a percent sign.
      this.onData(data, [address.split("%")[0] ?? address, port])
    })
  }

  /** On the first free port of the range. Rejects where there is none. */
  static async open(
    type: SocketType,
    [first, last]: Readonly<PortRange>,
  ): Promise<DatagramTransport> {
    for (let port = first; port <= last; port += 1) {
      const socket = await bound(type, port)
      if (socket !== undefined) return new DatagramTransport(socket, type === "udp6" ? 6 : 4)
    }
    throw new Error("no port of the session is free")
  }

  get address(): AddressInfo {
    return this.#socket.address()
  }

  get host(): string {
    return this.address.address
  }

  get port(): number {
    return this.address.port
  }

  readonly send = (data: Buffer, address?: Address): Promise<void> => {
    if (this.closed || address === undefined) return SENT
    try {
      this.#socket.send(data, address[1], address[0])
    } catch {
      // A forged datagram may come from port 0, to which nothing can be sent.
    }
    return SENT
  }

  readonly close = async (): Promise<void> => {
    if (this.closed) return
    this.closed = true
    await new Promise<void>((resolve) => this.#socket.close(() => resolve()))
  }
}
