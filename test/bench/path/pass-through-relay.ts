/** ws on both sides; frames are forwarded without parsing. */
import { createServer } from "node:http"
import { WebSocket, WebSocketServer } from "ws"
import { visitOf } from "./visit-of.ts"
import type { UpstreamUrl } from "./relay.ts"

export const start = async (upstream: UpstreamUrl) => {
  const server = createServer()
  const browsers = new WebSocketServer({ server, perMessageDeflate: false })
  browsers.on("connection", (browser, request) => {
    const source = new WebSocket(upstream(visitOf(request)), { perMessageDeflate: false })
    source.on("message", (data) => browser.send(data, { binary: false }))
    browser.on("close", () => source.close())
  })
  return server
}
