/**
 * The stream over WebSocket, with ws on the raw upgrade: one frame per message, no compression, small incoming
 * messages only. attach.ts and outbox.ts make the decisions.
 */
import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import { Context, Effect, Layer } from "effect"
import { type WebSocket, WebSocketServer } from "ws"
import { type GatewayFrame, SUBPROTOCOL } from "@foldcast/contracts/stream/frames"
import { GatewayConfig } from "../config.ts"
import { Fatal } from "../fatal.ts"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { Attachments, type AttachedConnection } from "./attach.ts"
import type { Attaching } from "./attaching.ts"
import { Incoming } from "./incoming.ts"
import type { Bye } from "./stream-admission.ts"
import { webSocketWire } from "./websocket-wire.ts"

export interface UpgradeOptions {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
  readonly attaching: Attaching
  /** Set when the response gives the browser a session. */
  readonly setCookie: string | null
}

export interface WebSocketsShape {
  readonly upgrade: (options: UpgradeOptions) => Effect.Effect<void>
  /** Upgrades only to send `bye`: a browser hides from its page why an upgrade was refused. */
  readonly decline: (
    options: Pick<UpgradeOptions, "request" | "socket" | "head">,
    bye: Bye,
  ) => Effect.Effect<void>
}

/** No message within the size limit needs as many fragments. */
const MAX_FRAGMENTS = 64

/**
 * Our own protocol where it is offered. Otherwise the first one, on which `bye` 4501 is sent: a browser drops a
 * connection that selects none of its protocols before it can receive the reason.
 */
const chosenProtocol = (offered: ReadonlySet<string>): string | false => {
  // Stryker disable next-line BooleanLiteral: the library asks only where something is offered.
  const [first = false] = offered
  return offered.has(SUBPROTOCOL) ? SUBPROTOCOL : first
}

const socketServices = Effect.gen(function* () {
  return {
    attachments: yield* Attachments,
    incoming: yield* Incoming,
    metrics: yield* GatewayMetrics,
    fatal: yield* Fatal,
    run: Effect.runForkWith(yield* Effect.context()),
  }
})

type SocketServices = Effect.Success<typeof socketServices>

/** Serves one connection from attach to close; messages are handled in the order of arrival. */
const serveConnection = (
  { attachments, incoming, metrics, fatal, run }: SocketServices,
  ws: WebSocket,
  socket: Duplex,
  attaching: Attaching,
): void => {
  // Messages that arrive before the attach is done wait in the socket's own bounded buffer.
  ws.pause()
  let closed: number | null = null
  let connection: AttachedConnection | null = null
  const leave = (of: AttachedConnection, code: number) => {
    run(metrics.connectionClosed("websocket"))
    run(fatal.guard(attachments.detach(of, code)))
  }
  ws.on("error", () => ws.terminate())
  ws.on("close", (code) => {
    closed = code
    if (connection !== null) leave(connection, code)
  })
  const attachAndServe = Effect.gen(function* () {
    const attached = yield* attachments.attach(attaching, webSocketWire(ws, socket))
    if (attached === null) {
      // Reading must go on, or the browser's answer to the close frame is never seen.
      ws.resume()
      return
    }
    yield* metrics.connectionOpened("websocket")
    if (closed !== null) {
      leave(attached, closed)
      return
    }
    connection = attached
    ws.on("message", (data: Buffer, isBinary: boolean) => {
      const text = isBinary ? "" : data.toString("utf8")
      run(fatal.guard(incoming.receive(attached, text)))
    })
    ws.resume()
    yield* attached.catchUp
  })
  // A failed stream must not stay open: the browser would wait for ever.
  run(fatal.guard(Effect.onError(attachAndServe, () => Effect.sync(() => ws.terminate()))))
}

const declineConnection = (ws: WebSocket, socket: Duplex, bye: Bye): void => {
  const frame: GatewayFrame = { k: "bye", ...bye }
  const wire = webSocketWire(ws, socket)
  ws.on("error", () => ws.terminate())
  wire.send(JSON.stringify(frame), null)
  wire.end(bye.code, bye.reason)
}

/** Answers upgrades, and adds the session cookie to the response headers where there is one. */
const makeServer = (maxPayload: number, cookies: WeakMap<IncomingMessage, string>) => {
  const server = new WebSocketServer({
    noServer: true,
    // Stryker disable next-line BooleanLiteral: nobody reads the set of clients.
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload,
    maxFragments: MAX_FRAGMENTS,
    handleProtocols: chosenProtocol,
  })
  server.on("headers", (headers, request) => {
    const cookie = cookies.get(request)
    if (cookie !== undefined) headers.push(`Set-Cookie: ${cookie}`)
  })
  return server
}

export class WebSockets extends Context.Service<WebSockets, WebSocketsShape>()(
  "gateway/WebSockets",
) {
  static readonly layer = Layer.effect(
    WebSockets,
    Effect.gen(function* () {
      const { limits } = yield* GatewayConfig
      const services = yield* socketServices
      const cookies = new WeakMap<IncomingMessage, string>()
      const server = makeServer(limits.maxClientMessageBytes, cookies)
      return WebSockets.of({
        upgrade: ({ request, socket, head, attaching, setCookie }) =>
          Effect.sync(() => {
            if (setCookie !== null) cookies.set(request, setCookie)
            server.handleUpgrade(request, socket, head, (ws) =>
              serveConnection(services, ws, socket, attaching),
            )
          }),
        decline: ({ request, socket, head }, bye) =>
          Effect.sync(() => {
            server.handleUpgrade(request, socket, head, (ws) => declineConnection(ws, socket, bye))
          }),
      })
    }),
  )
}
