/**
 * A TCP proxy that does to connections what networks do, so that a test can put a fault on any edge: in
 * front of the database, the backend, the gateway, the bank.
 *
 * Each way of a connection has its mode, which may change at any moment:
 *
 *   pass       bytes go on, and so does the end of a side
 *   stall      bytes wait, in order, and go on with the next `pass`: a congested line
 *   drop       bytes and ends vanish while the connection stays: a silent partition
 *   half-open  the side that bytes go to is torn down, and who sends them is not told: a peer that is gone
 *   reset      the connection is torn down with RST, and so is every new one
 *   delayMs    bytes go on so much later: a long line
 *   pace       so many bytes go on at a time, and the next ones so much later: a thin line, or, with a byte
 *              and no milliseconds, frames that are split wherever they can be
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
/** `up` is towards the server. */
export type Way = "up" | "down"
/** Runs it so many milliseconds later. */
type Later = (run: () => void, ms: number) => void
/** For each way of each connection, what becomes of its bytes before any mode does. */
type Filter = (way: Way) => (chunk: Buffer) => Buffer

export interface FaultProxy {
  readonly port: number
  /** What happens from now on, on open connections and new ones; on both ways where none is named. */
  readonly set: (mode: FaultMode, way?: Way) => void
  /** Connections that are open now. */
  readonly connections: () => number
  /** Bytes that arrived here on that way so far, whatever became of them. */
  readonly arrived: (way: Way) => number
  readonly close: () => Promise<void>
}

interface Lane {
  readonly way: Way
  readonly from: Socket
  readonly to: Socket
  /** Sides of the connection that are torn down without the other's being told. */
  readonly gone: Set<Socket>
}

interface State {
  readonly modes: Record<Way, FaultMode>
  readonly arrived: Record<Way, number>
  readonly later: Later
  readonly filter: Filter
}

/** Carries one way of one connection under the mode of the moment. */
const carry = ({ way, from, to, gone }: Lane, { modes, arrived, later, filter }: State) => {
  /** What arrived and has not gone on, in its order. */
  let waiting: Buffer = Buffer.alloc(0)
  let hasEnded = false
  const filtered = filter(way)
  /** What was to happen later under the mode before happens no more. */
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
  /** `bytes` more wait, or nothing more will come. */
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
  /** The machine's timers, unless a test has its own. */
  readonly later?: Later
  readonly filter?: Filter
}

/** Stands on the loopback before `target`. */
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
