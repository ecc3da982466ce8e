/**
 * A TCP proxy that does to connections what networks do, so that a test can put a fault on any edge: in
 * front of the database, the backend, the gateway, the bank.
 *
 * Callers: tests of faults. Each way of a connection has its mode, which may change at any moment:
 *
 *   pass   bytes go on, and so does the end of a side
 *   stall  bytes wait, in order, and go on with the next `pass`: a congested line
 *   drop   bytes and ends vanish while the connection stays: a silent partition, or a peer that is gone
 *   reset  the connection is torn down with RST, and so is every new one
 */
import { createConnection, createServer, type Server, type Socket } from "node:net"
import type { AddressInfo } from "node:net"

export type FaultMode = "pass" | "stall" | "drop" | "reset"
/** `up` is towards the server. */
export type Way = "up" | "down"

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
}

interface State {
  readonly modes: Record<Way, FaultMode>
  readonly arrived: Record<Way, number>
}

/** Carries one way of one connection under the mode of the moment. */
const carry = ({ way, from, to }: Lane, { modes, arrived }: State) => {
  let ended = false
  const forward = (chunk: Buffer) => {
    if (!to.write(chunk)) from.pause()
  }
  to.on("drain", () => {
    if (modes[way] !== "stall") from.resume()
  })
  from.on("data", (chunk: Buffer) => {
    arrived[way] += chunk.length
    if (modes[way] !== "drop") forward(chunk)
  })
  from.on("end", () => {
    ended = true
    if (modes[way] === "pass") to.end()
  })
  from.on("error", () => undefined)
  from.on("close", (hadError) => {
    if (modes[way] === "pass" || hadError) to.destroy()
  })
  return (mode: FaultMode) => {
    switch (mode) {
      case "stall":
        return from.pause()
      case "reset":
        from.resetAndDestroy()
        return to.resetAndDestroy()
      case "drop":
        return from.resume()
      case "pass":
        from.resume()
        if (ended) to.end()
    }
  }
}

type Apply = (mode: FaultMode) => void

const connect = (client: Socket, target: { host: string; port: number }, state: State) => {
  const server = createConnection({ ...target, allowHalfOpen: true })
  const lanes: Readonly<Record<Way, Apply>> = {
    up: carry({ way: "up", from: client, to: server }, state),
    down: carry({ way: "down", from: server, to: client }, state),
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

/** Stands on the loopback before `target`. */
export const faultProxy = async (target: {
  readonly host: string
  readonly port: number
}): Promise<FaultProxy> => {
  const state: State = { modes: { up: "pass", down: "pass" }, arrived: { up: 0, down: 0 } }
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
