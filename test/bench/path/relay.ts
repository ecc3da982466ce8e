/**
 * A relay's process: `relay.ts MODE UPSTREAM_PORT VIEWERS`. It opens one upstream connection per visit. Reports its
 * address, then its resource use on each request.
 */
import { once } from "node:events"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"

/**
 * Events on the upstream connection of one viewer go to all viewers of that viewer's room; each `VIEWERS` visits in
 * turn share a room.
 */
export type RelayRoomMode = "gateway-room" | "socket.io-room" | "plain-socket.io-room"
export type RelayMode = "gateway" | "raw" | "pass-through" | "socket.io" | RelayRoomMode

export interface Relay {
  /** Returns a server whose upgrades the relay handles. */
  readonly start: (upstream: UpstreamUrl, viewers: number) => Promise<Server>
  /** Bytes on disk; absent if nothing is stored. */
  readonly keptBytes?: () => number
}

/** The address of the upstream's connection for one visit. */
export type UpstreamUrl = (visit: string) => string

const RELAYS: Readonly<Record<RelayMode, () => Promise<Relay>>> = {
  gateway: () => import("./gateway-relay.ts"),
  raw: () => import("./raw-relay.ts"),
  "pass-through": () => import("./pass-through-relay.ts"),
  "socket.io": () => import("./socket-io-relay.ts"),
  "gateway-room": async () => {
    const { startRoom, keptBytes } = await import("./gateway-relay.ts")
    return { start: startRoom, keptBytes }
  },
  "socket.io-room": async () => ({ start: (await import("./socket-io-relay.ts")).startRoom }),
  "plain-socket.io-room": async () => ({
    start: (await import("./socket-io-relay.ts")).startPlainRoom,
  }),
}

const [mode = "", upstreamPort = "", viewers = ""] = process.argv.slice(2)
const relay = await RELAYS[mode as RelayMode]()
const server = await relay.start(
  (visit) => `ws://127.0.0.1:${upstreamPort}/?visit=${visit}`,
  Number(viewers),
)
server.listen(0, "127.0.0.1")
await once(server, "listening")

const say = (message: object) => process.send?.(message)
const usage = () => {
  const { user, system } = process.cpuUsage()
  const main = process.threadCpuUsage()
  return {
    cpuMicros: user + system,
    mainMicros: main.user + main.system,
    residentBytes: process.memoryUsage.rss(),
    keptBytes: relay.keptBytes?.() ?? 0,
  }
}
process.on("message", (wanted) => {
  if (wanted === "settled usage") globalThis.gc?.()
  say(usage())
})
process.on("disconnect", () => process.exit(0))
globalThis.gc?.()
say({ port: (server.address() as AddressInfo).port, ...usage() })
