/** The HTTP server: REST by Hono, sockets by socket.io, until the scope closes. */
import type { AddressInfo } from "node:net"
import type { Server } from "node:http"
import type { Duplex } from "node:stream"
import { createAdaptorServer } from "@hono/node-server"
import { Deferred, Effect, Schema } from "effect"
import { BackendConfig } from "../config.ts"
import { MemberSocketServer, type MemberSocketServerShape } from "../sockets/member-sockets.ts"
import { type BackendServices, makeBackendApp } from "./app.ts"
import { ListeningAt } from "../http/listening-address.ts"

/** The port cannot be opened; a person has to choose another. */
export class BackendPortRefused extends Schema.TaggedError<BackendPortRefused>()("PortRefused", {
  sentence: Schema.String,
}) {
  override get message() {
    return this.sentence
  }
}

const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 15_000, keepAliveTimeout: 30_000 }

const refusal = (host: string, port: number, error: NodeJS.ErrnoException) =>
  new BackendPortRefused({
    sentence:
      error.code === "EADDRINUSE"
        ? `Port ${port} on ${host} is taken: stop what listens there, or set BACKEND_PORT.`
        : `The backend cannot listen on ${host}, port ${port}: ${error.code ?? error.message}.`,
  })

const listen = (server: Server, host: string, port: number) =>
  Effect.callback<AddressInfo, BackendPortRefused>((resume) => {
    server.once("error", (error) => resume(Effect.fail(refusal(host, port, error))))
    server.listen(port, host, () => resume(Effect.succeed(server.address() as AddressInfo)))
  })

/** Upgraded connections belong to the socket server; the others finish what they are sending. */
const close = (server: Server, io: MemberSocketServerShape["io"]) =>
  Effect.callback<void>((resume) => {
    io.disconnectSockets(true)
    server.close(() => resume(Effect.void))
    server.closeIdleConnections()
  }).pipe(
    // Connections that are still sending after that are cut.
    Effect.timeoutOrElse({
      duration: "3 seconds",
      orElse: () => Effect.sync(() => server.closeAllConnections()),
    }),
  )

const urlHost = (address: string) => (address.includes(":") ? `[${address}]` : address)

/** Answers the address at which it listens. */
export const serve = Effect.gen(function* () {
  const { host, port, providerStates, deskKey, media } = yield* BackendConfig
  const { io } = yield* MemberSocketServer
  const listeningAt = yield* ListeningAt
  const run = Effect.runPromiseWith(yield* Effect.context<BackendServices>())
  const app = makeBackendApp(run, { providerStates, deskKey, mediaKey: media.authKey })
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: TIMEOUTS }) as Server
  // Node hands the socket of an upgrade over without a listener for its errors, and the socket server adds none for a
  // path that is not its own: a connection that breaks there would end the process.
  server.on("upgrade", (_request, socket: Duplex) => socket.on("error", () => socket.destroy()))
  yield* Effect.acquireRelease(
    Effect.sync(() => io.attach(server)),
    () => close(server, io),
  )
  const address = yield* listen(server, host, port)
  const url = `http://${urlHost(address.address)}:${address.port}`
  yield* Deferred.succeed(listeningAt, url)
  return url
})
