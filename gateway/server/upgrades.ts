/**
 * WebSocket upgrades of `/api/stream`: accepted by the stream's admission, or refused with a response that is
 * written by hand, since there is no HTTP response object yet.
 */
import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import { Effect } from "effect"
import { GatewayConfig } from "../config.ts"
import { Fatal } from "../fatal.ts"
import { clientAddress } from "../http/client-address.ts"
import type { HeaderReader } from "../http/origin.ts"
import { refusal } from "../http/problem.ts"
import { fixedHeaders } from "../http/security-headers.ts"
import { sentPath } from "../http/sent-path.ts"
import { Ids } from "../ids.ts"
import type { ProblemKind } from "../problem-kinds.ts"
import { StreamAdmission } from "../stream/stream-admission.ts"
import { WebSockets } from "../stream/websocket.ts"
import type { SurplusSockets } from "./open-sockets.ts"

const headersOf =
  (request: IncomingMessage): HeaderReader =>
  (name) => {
    const value = request.headers[name]
    return Array.isArray(value) ? value.join(", ") : value
  }

const rejectUpgrade = async (socket: Duplex, response: Response, production: boolean) => {
  const body = await response.text()
  const headers = [...response.headers, ...fixedHeaders(production)].map(
    ([name, value]) => `${name}: ${value}`,
  )
  // Closed after the write, since the client may never close its half of a refused connection.
  socket.once("finish", () => socket.destroy())
  socket.end(
    [
      `HTTP/1.1 ${response.status} ${response.statusText || "Refused"}`,
      ...headers,
      `content-length: ${Buffer.byteLength(body)}`,
      "connection: close",
      "",
      body,
    ].join("\r\n"),
  )
}

/** Answers one upgrade; ends when the socket is open, declined or refused. */
export const makeUpgrade = (surplus: SurplusSockets<Duplex>) =>
  Effect.gen(function* () {
    const { production, trustedProxies } = yield* GatewayConfig
    const admission = yield* StreamAdmission
    const sockets = yield* WebSockets
    const fatal = yield* Fatal
    const ids = yield* Ids

    const refuse = (socket: Duplex, kind: ProblemKind, retryAfterSeconds: number | null) =>
      Effect.promise(() => {
        const details = retryAfterSeconds === null ? {} : { retryAfterSeconds }
        return rejectUpgrade(socket, refusal(ids, kind, details).response, production)
      })

    const upgrade = Effect.fnUntraced(function* (
      request: IncomingMessage,
      socket: Duplex,
      head: Buffer,
    ) {
      const url = URL.parse(request.url ?? "", "http://gateway")
      if (url === null || sentPath(request) !== "/api/stream") {
        return yield* refuse(socket, "notFound", null)
      }
      if (surplus.has(socket)) return yield* refuse(socket, "unavailable", null)
      const header = headersOf(request)
      const entrance = yield* admission.admit({
        transport: "websocket",
        url,
        header,
        address: clientAddress(
          trustedProxies,
          request.socket.remoteAddress,
          header("x-forwarded-for"),
        ),
      })
      if (entrance._tag === "Refused") {
        return yield* refuse(socket, entrance.kind, entrance.retryAfterSeconds)
      }
      if (entrance._tag === "Declined") {
        return yield* sockets.decline({ request, socket, head }, entrance.bye)
      }
      const { attaching, setCookie } = entrance
      socket.once("close", entrance.leave)
      // A socket that was closed during the admission emits no more events.
      if (socket.destroyed) return entrance.leave()
      return yield* sockets.upgrade({ request, socket, head, attaching, setCookie })
    })

    return (request: IncomingMessage, socket: Duplex, head: Buffer) =>
      upgrade(request, socket, head).pipe(
        Effect.onError(() => Effect.sync(() => socket.destroy())),
        fatal.guard,
      )
  })
