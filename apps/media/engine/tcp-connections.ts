/**
 * A session's connections over TCP (RFC 6544; RFC 4571), in the place of the library's own reading and writing: that
 * keeps up to 64 KiB of each connection, whatever is sent where nobody reads, and rejects where nobody waits for it.
 *
 * Invariants: it never throws and never rejects; of a connection one unfinished frame is kept, and WAITING bytes at the
 * most that the other side has not taken; a session has CONNECTIONS, and one address of them ADDRESS_CONNECTIONS.
 */
import type { Socket } from "node:net"
import { encodeTcpFrame, type TcpPassiveProtocol } from "werift"
import { rateKeyOf, unmapped } from "@foldcast/limits/rate-key"
import { FrameReader } from "./frame-reader.ts"
import type { Address } from "./known-senders.ts"
import { MAX_DATAGRAM_BYTES } from "./received-datagrams.ts"
import { scopeOfNow } from "./session-scope.ts"

export interface TcpOptions {
  readonly isKnown: (address: Address) => boolean
  /** Of a frame that may be read. */
  readonly receive: (frame: Buffer, address: Address) => void
  readonly broke: (error: unknown) => void
}

/** A session's own are few. */
const CONNECTIONS = 16
const ADDRESS_CONNECTIONS = 8
/** Milliseconds in which whoever connects is to be known. */
const KNOWN_WITHIN_MS = 5_000
/** Beyond them frames are lost, as on a line that is too thin: a second of a picture. */
const WAITING = 262_144

const SENT = Promise.resolve()

export const boundTcp = (protocol: TcpPassiveProtocol, options: TcpOptions): void => {
  const server = protocol["server"]
  server.maxConnections = CONNECTIONS
  // It stays: where no descriptor is left a connection cannot be taken, and the next one may.
  server.on("error", () => undefined)
  const open = new Map<string, number>()
  const inScope = scopeOfNow()

  const register = protocol["rememberSocket"].bind(protocol)
  protocol["registerSocket"] = (socket: Socket, address?: Address) => {
    const entry = { socket, buffer: Buffer.alloc(0), ...(address && { remoteAddr: address }) }
    socket.on("error", () => undefined)
    // It is gone already.
    if (address === undefined) {
      socket.destroy()
      return entry
    }
    const key = rateKeyOf(unmapped(address[0]))
    const count = (open.get(key) ?? 0) + 1
    if (count > ADDRESS_CONNECTIONS) {
      socket.destroy()
      return entry
    }
    open.set(key, count)
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
      const left = (open.get(key) ?? 1) - 1
      if (left === 0) open.delete(key)
      else open.set(key, left)
      try {
        if (protocol["forgetSocket"](entry)) {
          inScope(() => protocol.onConnectionClosed.execute(address))
        }
      } catch (error) {
        options.broke(error)
      }
    })
    return entry
  }

  protocol["sendFrame"] = (data: Buffer, address: Address) => {
    try {
      const socket = protocol["getOpenSocket"](address)?.socket
      if (socket !== undefined && socket.writableLength < WAITING) {
        socket.write(encodeTcpFrame(data))
      }
    } catch (error) {
      options.broke(error)
    }
    return SENT
  }
}
