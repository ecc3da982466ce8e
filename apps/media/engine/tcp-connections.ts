/**
 * A session's connections over TCP (RFC 6544; RFC 4571), in place of the library's reading and writing. The library
 * buffers up to 64 KiB of each connection, buffers without bound what a client does not read, and rejects promises that
 * nobody awaits.
 *
 * Invariants: nothing here throws or rejects; of a connection one unfinished frame is buffered, and MAX_UNSENT_BYTES that
 * the client has not read; a session has MAX_CONNECTIONS, and one client address MAX_CONNECTIONS_OF_ADDRESS of them.
 */
import type { Socket } from "node:net"
import { encodeTcpFrame, type TcpPassiveProtocol } from "werift"
import { rateKeyOf, unmapped } from "@foldcast/limits/rate-key"
import { FrameReader } from "./frame-reader.ts"
import type { SocketAddress } from "./known-senders.ts"
import { MAX_DATAGRAM_BYTES } from "./datagram-filter.ts"
import { bindScope } from "./session-scope.ts"

export interface TcpOptions {
  readonly isKnown: (address: SocketAddress) => boolean
  /** Called with each whole frame. */
  readonly receive: (frame: Buffer, address: SocketAddress) => void
  readonly onError: (error: unknown) => void
}

const MAX_CONNECTIONS = 16
const MAX_CONNECTIONS_OF_ADDRESS = 8
/** A connection whose address is not known by then is closed. */
const KNOWN_WITHIN_MS = 5_000
/** Beyond so many, a second of a picture, frames are dropped. */
const MAX_UNSENT_BYTES = 262_144

const SENT = Promise.resolve()

/** The open connections of each client address. */
class ConnectionCounts {
  readonly #open = new Map<string, number>()

  /** Null where the address has as many as it may; else a function that gives the place back. */
  take([host]: SocketAddress): (() => void) | null {
    const key = rateKeyOf(unmapped(host))
    const count = this.#open.get(key) ?? 0
    if (count >= MAX_CONNECTIONS_OF_ADDRESS) return null
    this.#open.set(key, count + 1)
    return () => this.#giveBack(key)
  }

  #giveBack(key: string): void {
    const left = (this.#open.get(key) ?? 1) - 1
    if (left === 0) this.#open.delete(key)
    else this.#open.set(key, left)
  }
}

export const limitTcp = (protocol: TcpPassiveProtocol, options: TcpOptions): void => {
  const server = protocol["server"]
  server.maxConnections = MAX_CONNECTIONS
  // Without a listener the process would end where no file descriptor is left for a connection.
  server.on("error", () => undefined)
  const counts = new ConnectionCounts()
  const inScope = bindScope()

  const register = protocol["rememberSocket"].bind(protocol)
  protocol["registerSocket"] = (socket: Socket, address?: SocketAddress) => {
    const entry = { socket, buffer: Buffer.alloc(0), ...(address && { remoteAddr: address }) }
    socket.on("error", () => undefined)
    // The connection is closed already.
    if (address === undefined) {
      socket.destroy()
      return entry
    }
    const giveBack = counts.take(address)
    if (giveBack === null) {
      socket.destroy()
      return entry
    }
    register(entry)
    const reader = new FrameReader(MAX_DATAGRAM_BYTES)
    const timer = setTimeout(() => {
      if (!options.isKnown(address)) socket.destroy()
    }, KNOWN_WITHIN_MS)
    socket.on("data", (part: Buffer) => {
      const frames = reader.read(part)
      if (frames === undefined) socket.destroy()
      else inScope(() => frames.forEach((frame) => options.receive(frame, address)))
    })
    socket.on("close", () => {
      clearTimeout(timer)
      giveBack()
      try {
        if (protocol["forgetSocket"](entry)) {
          inScope(() => protocol.onConnectionClosed.execute(address))
        }
      } catch (error) {
        options.onError(error)
      }
    })
    return entry
  }

  protocol["sendFrame"] = (data: Buffer, address: SocketAddress) => {
    try {
      const socket = protocol["getOpenSocket"](address)?.socket
      if (socket !== undefined && socket.writableLength < MAX_UNSENT_BYTES) {
        socket.write(encodeTcpFrame(data))
      }
    } catch (error) {
      options.onError(error)
    }
    return SENT
  }
}
