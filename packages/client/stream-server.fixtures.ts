/** A gateway's interface for tests: real sockets on loopback; the test decides every answer. */
// oxlint-disable no-restricted-imports -- a test's server runs in Node
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { BrowserFrame, GatewayFrame } from "@foldcast/contracts/stream/frames"
import { SUBPROTOCOL } from "@foldcast/contracts/stream/transport"
import { type WebSocket, WebSocketServer } from "ws"

export interface StreamServer {
  readonly origin: string
  /** The query of each opened stream. */
  readonly asked: Array<URLSearchParams>
  /** The next stream, over either transport. */
  readonly accepted: () => Promise<ServedStream>
  readonly close: () => Promise<void>
}

export interface ServedStream {
  readonly transport: "websocket" | "sse"
  readonly send: (frame: GatewayFrame) => void
  readonly sendText: (text: string) => void
  /** The browser's next frame. */
  readonly heard: () => Promise<BrowserFrame>
  readonly end: (code: number) => void
}

/** A FIFO queue; a reader waits until there is an item. */
export class Waiting<A> {
  readonly #items: Array<A> = []
  readonly #askers: Array<(item: A) => void> = []

  put(item: A): void {
    const asker = this.#askers.shift()
    if (asker === undefined) this.#items.push(item)
    else asker(item)
  }

  take(): Promise<A> {
    const item = this.#items.shift()
    return item === undefined
      ? new Promise((resolve) => this.#askers.push(resolve))
      : Promise.resolve(item)
  }
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  let body = ""
  for await (const piece of request) body += String(piece)
  return body
}

export const startStreamServer = async (
  options: {
    /** Refuses WebSockets, as some networks do. */
    readonly refusesWebSockets?: boolean
    /** Refuses posts of facts with this label and 401. */
    readonly refusesFacts?: string
    readonly onCommand?: (body: string, response: ServerResponse) => void
  } = {},
): Promise<StreamServer> => {
  const streams = new Waiting<ServedStream>()
  const posted = new Waiting<BrowserFrame>()
  const asked: Array<URLSearchParams> = []
  const sockets = new Set<WebSocket>()

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://gateway.invalid")
    if (url.pathname === "/api/stream") {
      asked.push(url.searchParams)
      response.writeHead(200, { "Content-Type": "text/event-stream" })
      const sendText = (text: string) => response.write(`data: ${text}\n\n`)
      streams.put({
        transport: "sse",
        send: (frame) => sendText(JSON.stringify(frame)),
        sendText,
        heard: () => posted.take(),
        end: () => response.end(),
      })
      return
    }
    void readBody(request).then((body) => {
      if (url.pathname === "/api/commands") return options.onCommand?.(body, response)
      const frame = JSON.parse(body) as Extract<BrowserFrame, { readonly k: "facts" }>
      posted.put(frame)
      if (options.refusesFacts !== undefined) {
        response.writeHead(401, { "Content-Type": "application/problem+json" })
        return response.end(JSON.stringify({ label: options.refusesFacts }))
      }
      response.writeHead(200, { "Content-Type": "application/json" })
      return response.end(JSON.stringify({ n: frame.facts.at(-1)?.n ?? 0 }))
    })
  })

  const upgrades = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  })
  server.on("upgrade", (request, socket, head) => {
    if (options.refusesWebSockets === true) {
      socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n")
      return
    }
    asked.push(new URL(request.url ?? "/", "http://gateway.invalid").searchParams)
    upgrades.handleUpgrade(request, socket, head, (ws) => {
      sockets.add(ws)
      const frames = new Waiting<BrowserFrame>()
      ws.on("message", (data: Buffer) =>
        frames.put(JSON.parse(data.toString("utf8")) as BrowserFrame),
      )
      ws.on("close", () => sockets.delete(ws))
      streams.put({
        transport: "websocket",
        send: (frame) => ws.send(JSON.stringify(frame)),
        sendText: (text) => ws.send(text),
        heard: () => frames.take(),
        end: (code) => ws.close(code),
      })
    })
  })

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    accepted: () => streams.take(),
    close: () =>
      new Promise((resolve) => {
        for (const ws of sockets) ws.terminate()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
