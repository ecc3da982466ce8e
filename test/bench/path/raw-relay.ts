/** ws on both sides; every frame is parsed, checked, numbered and serialised again. Nothing is stored. */
import { createServer } from "node:http"
import { WebSocket, WebSocketServer } from "ws"
import { visitOf } from "./visit-of.ts"
import type { UpstreamUrl } from "./relay.ts"
import { isUpstreamFrame } from "./upstream-frames.ts"

export const start = async (upstream: UpstreamUrl) => {
  const server = createServer()
  const browsers = new WebSocketServer({ server, perMessageDeflate: false })
  browsers.on("connection", (browser, request) => {
    const source = new WebSocket(upstream(visitOf(request)), { perMessageDeflate: false })
    let seq = 0
    source.on("message", (data: Buffer) => {
      const frame: unknown = JSON.parse(data.toString("utf8"))
      if (isUpstreamFrame(frame)) browser.send(JSON.stringify({ seq: ++seq, ...frame }))
    })
    browser.on("close", () => source.close())
  })
  return server
}
