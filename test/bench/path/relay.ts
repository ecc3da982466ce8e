/**
 * A relay's process: `relay.ts MODE UPSTREAM_PORT VIEWERS`. Between its browsers and the upstream it opens one
 * upstream connection for each visit. Says where it listens, then what it uses whenever it is asked.
 */
import { once } from "node:events"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"

/** What comes on the upstream connection of a room's viewer goes to all its viewers, the next `VIEWERS` visits each. */
export type RelayRoomMode = "gateway-room" | "socket.io-room" | "plain-socket.io-room"
export type RelayMode = "gateway" | "raw" | "pass-through" | "socket.io" | RelayRoomMode

export interface Relay {
  /** A server whose upgrades are the relay's. */
  readonly start: (upstream: UpstreamUrl, viewers: number) => Promise<Server>
  /** Bytes on disk; absent where nothing is kept. */
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
