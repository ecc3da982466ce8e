/** The HTTP server: REST by Hono, over HTTP and over sockets, and sockets by socket.io, until the scope closes. */
import type { AddressInfo } from "node:net"
import type { Server } from "node:http"
import type { Duplex } from "node:stream"
import { createAdaptorServer } from "@hono/node-server"
import { Clock, Deferred, Effect, Schema } from "effect"
import { BackendConfig } from "../config.ts"
import { CallSockets } from "../sockets/call-sockets.ts"
import { MemberSocketServer, type MemberSocketServerShape } from "../sockets/member-sockets.ts"
import { type BackendServices, makeBackendApp, makeMemberApiApp } from "./app.ts"
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

/** Calls that are running are answered, over HTTP and over sockets. */
const close = (server: Server, io: MemberSocketServerShape["io"], calls: CallSockets) =>
  Effect.callback<void>((resume) => {
    io.disconnectSockets(true)
    void calls.end()
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
  const { host, port, providerStates, deskKey, media, memberApiKey, reportsKey } =
    yield* BackendConfig
  const { io } = yield* MemberSocketServer
  const listeningAt = yield* ListeningAt
  const services = yield* Effect.context<BackendServices>()
  const run = Effect.runPromiseWith(services)
  const runFork = Effect.runForkWith(services)
  const clock = yield* Clock.Clock
  const app = makeBackendApp(run, { providerStates, deskKey, mediaKey: media.authKey, reportsKey })
  const memberApi = makeMemberApiApp(run)
  const calls = new CallSockets(io, {
    apiKey: memberApiKey,
    // The address of who asks is read from it, as of a request over HTTP.
    answer: async (request, incoming) => memberApi.fetch(request, { incoming }),
    now: () => clock.currentTimeMillisUnsafe(),
    logDefect: (defect) => runFork(Effect.logError("a call over a socket broke", defect)),
  })
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: TIMEOUTS }) as Server
  // Node hands the socket of an upgrade over without a listener for its errors, and the socket server adds none for a
  // path that is not its own: a connection that breaks there would end the process.
  server.on("upgrade", (_request, socket: Duplex) => socket.on("error", () => socket.destroy()))
  yield* Effect.acquireRelease(
    Effect.sync(() => io.attach(server)),
    () => close(server, io, calls),
  )
  const address = yield* listen(server, host, port)
  const url = `http://${urlHost(address.address)}:${address.port}`
  yield* Deferred.succeed(listeningAt, url)
  return url
})
