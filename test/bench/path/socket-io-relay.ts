/** socket.io with connection state recovery to the browsers, ws upstream. Keeps packets in memory. */
import { createServer } from "node:http"
import { Server } from "socket.io"
import { WebSocket } from "ws"
import { benchRoomOf, visitOf } from "./visit-of.ts"
import type { UpstreamUrl } from "./relay.ts"
import { isUpstreamFrame } from "./upstream-frames.ts"

/** Milliseconds that a packet is kept for a browser that reconnects: socket.io's own default. */
const RECOVERY_MS = 120_000

const startFor = async (upstream: UpstreamUrl, viewers: number | null, recovers = true) => {
  const server = createServer()
  const io = new Server(server, {
    transports: ["websocket"],
    serveClient: false,
    perMessageDeflate: false,
    ...(recovers && { connectionStateRecovery: { maxDisconnectionDuration: RECOVERY_MS } }),
  })
  io.on("connection", (browser) => {
    const visit = visitOf(browser.request)
    const room = viewers === null ? null : `room-${benchRoomOf(visit, viewers)}`
    if (room !== null) void browser.join(room)
    const source = new WebSocket(upstream(visit), { perMessageDeflate: false })
    let seq = 0
    source.on("message", (data: Buffer) => {
      const frame: unknown = JSON.parse(data.toString("utf8"))
      if (!isUpstreamFrame(frame)) return
      if (room === null) browser.emit("event", { seq: ++seq, ...frame })
      else io.to(room).emit("event", frame)
    })
    browser.on("disconnect", () => source.close())
  })
  return server
}

export const start = (upstream: UpstreamUrl) => startFor(upstream, null)
export const startRoom = (upstream: UpstreamUrl, viewers: number) => startFor(upstream, viewers)
/** Keeps nothing: a browser that disconnects for a moment loses the messages of that time. */
export const startPlainRoom = (upstream: UpstreamUrl, viewers: number) =>
  startFor(upstream, viewers, false)
