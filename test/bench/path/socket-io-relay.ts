/** socket.io with connection state recovery to the browsers, ws upstream. Keeps packets in memory. */
import { createServer } from "node:http"
import { Server } from "socket.io"
import { WebSocket } from "ws"
import { visitOf } from "./visit-of.ts"
import type { UpstreamUrl } from "./relay.ts"
import { isUpstreamFrame } from "./upstream-frames.ts"

/** Milliseconds a packet is kept for a browser that comes back: socket.io's own default. */
const RECOVERY_MS = 120_000

const ROOM = "room"

const startFor = async (upstream: UpstreamUrl, toRoom: boolean, recovers = true) => {
  const server = createServer()
  const io = new Server(server, {
    transports: ["websocket"],
    serveClient: false,
    perMessageDeflate: false,
    ...(recovers && { connectionStateRecovery: { maxDisconnectionDuration: RECOVERY_MS } }),
  })
  io.on("connection", (browser) => {
    const visit = visitOf(browser.request)
    if (toRoom) void browser.join(ROOM)
    const source = new WebSocket(upstream(visit), { perMessageDeflate: false })
    let seq = 0
    source.on("message", (data: Buffer) => {
      const frame: unknown = JSON.parse(data.toString("utf8"))
      if (!isUpstreamFrame(frame)) return
      if (toRoom) io.to(ROOM).emit("event", frame)
      else browser.emit("event", { seq: ++seq, ...frame })
    })
    browser.on("disconnect", () => source.close())
  })
  return server
}

export const start = (upstream: UpstreamUrl) => startFor(upstream, false)
export const startRoom = (upstream: UpstreamUrl) => startFor(upstream, true)
/** Keeps nothing at all: whoever was away for a moment has lost what was said. */
export const startPlainRoom = (upstream: UpstreamUrl) => startFor(upstream, true, false)
