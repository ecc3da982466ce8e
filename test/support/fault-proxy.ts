/**
 * A TCP proxy that simulates network faults, so that a test can put a fault on any connection: to the database, the
 * backend, the gateway, the bank.
 *
 * Each direction of a connection has its mode, which may change at any moment:
 *
 *   pass       bytes are forwarded, and so is the end of a side
 *   stall      bytes wait, in order, until the next `pass`: a congested line
 *   drop       bytes and ends are lost while the connection stays open: a silent partition
 *   half-open  the receiving side is torn down and the sending side gets no notice: a crashed peer
 *   reset      the connection is torn down with RST, and so is every new one
 *   delayMs    bytes are forwarded that many milliseconds later: a slow line
 *   pace       forwards a number of bytes at a time with a pause between: a thin line, or, with one byte and
 *              no milliseconds, frames that are split at every byte
 */
import { createConnection, createServer, type Server, type Socket } from "node:net"
import type { AddressInfo } from "node:net"

export type FaultMode =
  | "pass"
  | "stall"
  | "drop"
  | "half-open"
  | "reset"
  | { readonly delayMs: number }
  | { readonly pace: { readonly bytes: number; readonly everyMs: number } }
/** `up` means towards the server. */
export type Way = "up" | "down"
type Later = (run: () => void, ms: number) => void
/** For each direction of each connection, changes the bytes before the mode applies. */
type Filter = (way: Way) => (chunk: Buffer) => Buffer

export interface FaultProxy {
  readonly port: number
  /** Sets the mode for open and new connections; for both directions when none is given. */
  readonly set: (mode: FaultMode, way?: Way) => void
  readonly connections: () => number
  /** Bytes received so far in that direction, including lost ones. */
  readonly arrived: (way: Way) => number
  readonly close: () => Promise<void>
}

interface Lane {
  readonly way: Way
  readonly from: Socket
  readonly to: Socket
  /** Sides of the connection that were torn down without notice to the other side. */
  readonly gone: Set<Socket>
}

interface State {
  readonly modes: Record<Way, FaultMode>
  readonly arrived: Record<Way, number>
  readonly later: Later
  readonly filter: Filter
}

/** Carries one direction of a connection under the current mode. */
const carry = ({ way, from, to, gone }: Lane, { modes, arrived, later, filter }: State) => {
  /** Bytes received and not yet forwarded, in order. */
  let waiting: Buffer = Buffer.alloc(0)
  let hasEnded = false
  const filtered = filter(way)
  /** Incremented when the mode changes; cancels the timers of the previous mode. */
  let turn = 0
  let isPacing = false

  const forward = (bytes: number) => {
    const chunk = waiting.subarray(0, bytes)
    waiting = waiting.subarray(bytes)
    if (chunk.length > 0 && !to.write(chunk)) from.pause()
    if (hasEnded && waiting.length === 0) to.end()
  }
  const inTurn = (run: () => void, ms: number) => {
    const own = turn
    later(() => {
      if (own === turn) run()
    }, ms)
  }
  const pace = (bytes: number, everyMs: number) => {
    if (isPacing) return
    isPacing = true
    inTurn(() => {
      isPacing = false
      forward(bytes)
      if (waiting.length > 0) pace(bytes, everyMs)
    }, everyMs)
  }
  /** `bytes` more are waiting, or the sender has ended. */
  const take = (bytes: number) => {
    const mode = modes[way]
    if (mode === "pass") return forward(waiting.length)
    if (typeof mode === "string") return
    if ("pace" in mode) return pace(mode.pace.bytes, mode.pace.everyMs)
    inTurn(() => forward(bytes), mode.delayMs)
  }
  const isLost = () => modes[way] === "drop" || modes[way] === "half-open"

  to.on("drain", () => {
    if (modes[way] !== "stall") from.resume()
  })
  from.on("data", (arriving: Buffer) => {
    arrived[way] += arriving.length
    const chunk = filtered(arriving)
    if (isLost()) return
    waiting = Buffer.concat([waiting, chunk])
    take(chunk.length)
  })
  from.on("end", () => {
    hasEnded = true
    if (!isLost()) take(0)
  })
  from.on("error", () => undefined)
  from.on("close", (hadError) => {
    if (gone.has(from)) return
    if (modes[way] === "pass" || (hadError && !isLost())) to.destroy()
  })
  return (mode: FaultMode) => {
    turn += 1
    isPacing = false
    switch (mode) {
      case "stall":
        return from.pause()
      case "reset":
        from.resetAndDestroy()
        return to.resetAndDestroy()
      case "half-open":
        waiting = Buffer.alloc(0)
        gone.add(to)
        to.resetAndDestroy()
        return from.resume()
      case "drop":
        return from.resume()
      case "pass":
        from.resume()
        return forward(waiting.length)
      default:
        from.resume()
        if (waiting.length > 0 || hasEnded) take(waiting.length)
    }
  }
}

type Apply = (mode: FaultMode) => void

const connect = (client: Socket, target: { host: string; port: number }, state: State) => {
  const server = createConnection({ ...target, allowHalfOpen: true, noDelay: true })
  client.setNoDelay()
  const gone = new Set<Socket>()
  const lanes: Readonly<Record<Way, Apply>> = {
    up: carry({ way: "up", from: client, to: server, gone }, state),
    down: carry({ way: "down", from: server, to: client, gone }, state),
  }
  for (const way of ["up", "down"] as const) lanes[way](state.modes[way])
  const bothClosed = Promise.all(
    [client, server].map((socket) => new Promise((resolve) => socket.once("close", resolve))),
  )
  return { client, server, lanes, bothClosed }
}

const listening = (server: Server) =>
  new Promise<number>((resolve, reject) => {
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port))
  })

export interface FaultProxyOptions {
  /** Default: the system's timers. */
  readonly later?: Later
  readonly filter?: Filter
}

/** Listens on the loopback interface and connects to `target`. */
export const faultProxy = async (
  target: { readonly host: string; readonly port: number },
  {
    later = (run, ms) => void setTimeout(run, ms),
    filter = () => (chunk) => chunk,
  }: FaultProxyOptions = {},
): Promise<FaultProxy> => {
  const state: State = {
    modes: { up: "pass", down: "pass" },
    arrived: { up: 0, down: 0 },
    later,
    filter,
  }
  const open = new Set<ReturnType<typeof connect>>()
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const connection = connect(client, target, state)
    open.add(connection)
    void connection.bothClosed.then(() => open.delete(connection))
  })
  const port = await listening(server)
  return {
    port,
    set: (mode, way) => {
      const ways = way === undefined ? (["up", "down"] as const) : [way]
      for (const one of ways) {
        state.modes[one] = mode
        for (const { lanes } of open) lanes[one](mode)
      }
    },
    connections: () => open.size,
    arrived: (way) => state.arrived[way],
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const connection of open) {
        connection.client.destroy()
        connection.server.destroy()
      }
      await closed
    },
  }
}
