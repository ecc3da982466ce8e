/**
 * Starts and stops a gateway: layers, HTTP, upgrades, housekeeping. Tests start one in their own process, main.ts
 * in its own.
 *
 * Stopping closes every stream with 1012 and a random delay, so that browsers do not all reconnect at once, and
 * answers the running commands.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { join } from "node:path"
import type { Duplex } from "node:stream"
import { getRequestListener } from "@hono/node-server"
import { Duration, Effect, Layer, Random, Schema } from "effect"
import { MemberId, VisitId } from "@foldcast/contracts/ids"
import { CLOSE } from "@foldcast/contracts/stream/frames"
import { gatewayFoldFingerprint } from "../support/fold-sources.ts"
import { supportRoutes } from "../support/support-routes.ts"
import type { GatewayConfigShape } from "../config.ts"
import { Renderer, type ServerEntry } from "../pages/renderer.ts"
import { Fatal } from "../fatal.ts"
import type { AppEnvironment } from "../http/responder.ts"
import { makeApp } from "./app.ts"
import { clientAddress } from "../http/client-address.ts"
import type { ReadinessCheck } from "../http/health.ts"
import { LOOP_SAMPLING } from "../http/load-shedding.ts"
import { loadStaticFiles } from "../http/static-files.ts"
import { durableLayer, gatewayLayer } from "./layers.ts"
import { VisitIndex } from "../log/visit-index.ts"
import { FreeSpace } from "../log/free-space.ts"
import { searchTerms } from "../log/search-terms.ts"
import { SessionStore } from "../sessions/session-store.ts"
import { GatewayTime } from "../steady-clock.ts"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { type KeyedSource, UpstreamKeys } from "../upstream/upstream-keys.ts"
import { AccountDeletion } from "../members/account-deletion.ts"
import { OpenSockets, SurplusSockets } from "./open-sockets.ts"
import { followRemoteDeletions } from "../members/remote-deletions.ts"
import { forgetRestoredAccounts } from "../members/forget-restored-accounts.ts"
import { InFlightPosts } from "./in-flight-posts.ts"
import { makeUpgrade } from "./upgrades.ts"
import { restoreVisits } from "../visits/restore.ts"
import { sweep } from "./sweep.ts"
import { outboxOf, Visits } from "../visits/registry.ts"

export class PortRefused extends Schema.TaggedError<PortRefused>()("PortRefused", {
  port: Schema.Int,
  code: Schema.String,
}) {
  override get message() {
    return this.code === "EADDRINUSE"
      ? `port ${this.port} is taken; set PORT to another one`
      : `port ${this.port} cannot be used (${this.code}); set PORT to another one`
  }
}

/** The longest reconnect delay that a stopping gateway gives a browser. */
const RETRY_WITHIN_MS = 10_000
/** Milliseconds for the last frames to leave before the sockets are cut. */
const DRAIN_MS = 500
/** Milliseconds of idle time for a connection above the limit: it serves health checks only. */
const SURPLUS_SILENCE_MS = 5_000
/** What a command may take beyond its call upstream. */
const COMMAND_GRACE_MS = 1_000

/** A member that does not exist: the lookup shows that the session store can be read. */
const NOBODY = MemberId.make("nobody")
/** A visit that does not exist: the lookup shows that the log can be read. */
const NO_VISIT = VisitId.make("nobody-s-visit")

export interface GatewayOptions {
  readonly config: GatewayConfigShape
  /** The repository's root, which contains the built site. */
  readonly root: string
  readonly build: string
  /** Serves the site's files and renders pages in development. */
  readonly development?: DevelopmentSite
}

export interface DevelopmentSite {
  readonly load: () => Promise<ServerEntry>
  /** Vite's own middleware: module requests and hot reload. */
  readonly middleware: (
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ) => void
  readonly onUpgrade: (request: IncomingMessage) => boolean
  readonly hotReload: ReadonlyArray<string>
}

/** The checks of `/health/ready`, beside that the process answers. */
const readinessChecks = Effect.gen(function* () {
  const index = yield* VisitIndex
  const sessions = yield* SessionStore
  const keys = yield* UpstreamKeys
  const time = yield* GatewayTime
  const keyCheck = (name: string, of: ReadonlyArray<KeyedSource>): ReadinessCheck => ({
    name,
    check: Effect.suspend(() => (of.some(keys.isRefused) ? Effect.fail(name) : Effect.void)),
    failedAs: "refused",
  })
  return [
    { name: "log", check: index.find(NO_VISIT) },
    { name: "sessions", check: sessions.ownersOfMember(NOBODY) },
    keyCheck("memberApiKey", ["member-api", "member-socket"]),
    keyCheck("performerServiceKey", ["performer-service", "chat-socket"]),
    {
      name: "clock",
      check: Effect.suspend(() => (time.disputedMs() === 0 ? Effect.void : Effect.fail("clock"))),
      failedAs: "disputed",
    },
  ] satisfies ReadonlyArray<ReadinessCheck>
})

const supportApp = ({ config, build }: GatewayOptions) =>
  Effect.map(supportRoutes, (routes) =>
    routes({
      build,
      folds: gatewayFoldFingerprint(),
      tokens: config.supportTokens,
      terms: searchTerms(config.sessionSecrets),
      addressOf: ({ env, req }) =>
        clientAddress(
          config.trustedProxies,
          (env as AppEnvironment["Bindings"]).incoming.socket.remoteAddress,
          req.header("x-forwarded-for"),
        ),
    }),
  )

const NO_FILES = { has: () => false, respond: () => Promise.resolve(undefined) }

const makeGatewayApp = (options: GatewayOptions, surplus: SurplusSockets<Duplex>) =>
  Effect.gen(function* () {
    const fatal = yield* Fatal
    const run = Effect.runForkWith(yield* Effect.context())
    return yield* makeApp({
      files:
        options.development === undefined
          ? yield* loadStaticFiles(join(options.root, "apps/web/dist/client"))
          : NO_FILES,
      support: yield* supportApp(options),
      hotReload: options.development?.hotReload ?? [],
      checks: yield* readinessChecks,
      isSurplus: (socket) => surplus.has(socket),
      onLogFailure: (error) => run(fatal.guard(Effect.fail(error))),
    })
  })

/** Counts a new connection, or closes it where its address has too many. */
const acceptConnections = ({ limits, trustedProxies }: GatewayConfigShape, server: Server) =>
  Effect.gen(function* () {
    const metrics = yield* GatewayMetrics
    const run = Effect.runForkWith(yield* Effect.context())
    const surplus = new SurplusSockets<Duplex>()
    const open = new OpenSockets(
      { all: limits.maxSockets, perAddress: limits.maxSocketsPerAddress },
      trustedProxies,
    )
    yield* metrics.watch("open_sockets", () => open.size)
    server.on("connection", (socket: Socket) => {
      const entrance = open.enter(socket.remoteAddress)
      if (entrance._tag === "Refused") {
        run(metrics.turnedAway("socket", "address"))
        socket.destroy()
        return
      }
      socket.once("close", entrance.leave)
      if (!entrance.isSurplus) return
      run(metrics.turnedAway("socket", "sockets"))
      surplus.add(socket)
      socket.once("close", () => surplus.delete(socket))
      socket.setTimeout(SURPLUS_SILENCE_MS, () => socket.destroy())
    })
    return surplus
  })

const listen = ({ port, host }: GatewayConfigShape, server: Server) =>
  Effect.callback<void, PortRefused>((resume) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      resume(Effect.fail(new PortRefused({ port, code: error.code ?? "unknown" })))
    })
    server.listen(port, host, () => resume(Effect.void))
  })

/** Closes every stream, answers the running commands, and closes the remaining connections. */
const stop = ({ memberApi }: GatewayConfigShape, server: Server, posts: InFlightPosts) =>
  Effect.gen(function* () {
    const visits = yield* Visits
    for (const visit of visits.all()) {
      const outbox = outboxOf(visit)
      if (outbox === null) continue
      const retryAfterMs = yield* Random.nextIntBetween(0, RETRY_WITHIN_MS)
      outbox.close(CLOSE.serviceRestart, "restarting", retryAfterMs)
    }
    server.close()
    yield* Effect.sleep(DRAIN_MS)
    const patience = Duration.millis(memberApi.writeTimeoutMs + COMMAND_GRACE_MS)
    yield* Effect.timeoutOption(posts.ended, patience)
    server.closeAllConnections()
  })

/** Runs before the first request: deletes restored data of deleted accounts again, and restores visits. */
const recover = ({ limits }: GatewayConfigShape) =>
  Effect.gen(function* () {
    const index = yield* VisitIndex
    const time = yield* GatewayTime
    yield* forgetRestoredAccounts
    const [newest] = yield* index.list({ limit: 1 })
    if (newest !== undefined) time.isAtLeast(newest.lastEventAt)
    return yield* restoreVisits(limits.resumeWindowMs)
  })

const watchGauges = Effect.gen(function* () {
  const metrics = yield* GatewayMetrics
  const visits = yield* Visits
  yield* metrics.watch("live_visits", () => visits.size)
  yield* metrics.watch("outbox_queued_bytes", () => {
    let bytes = 0
    for (const visit of visits.all()) bytes += outboxOf(visit)?.wire.queuedBytes() ?? 0
    return bytes
  })
  yield* metrics.watch("free_disk_bytes", (yield* FreeSpace).freeBytes)
})

const forkHousekeeping = ({ limits, retentionDays }: GatewayConfigShape) =>
  Effect.gen(function* () {
    const accountDeletion = yield* AccountDeletion
    yield* Effect.forkScoped(
      sweep({
        resumeWindowMs: limits.resumeWindowMs,
        heartbeatMs: limits.heartbeatMs,
        retentionDays,
        maxQueuedBytesInAll: limits.maxQueuedBytesInAll,
      }),
    )
    yield* Effect.forkScoped(accountDeletion.resume)
    yield* Effect.forkScoped(followRemoteDeletions)
  })

/** Runs a gateway in the surrounding scope; returns its URL. */
export const runGateway = (options: GatewayOptions) =>
  Effect.gen(function* () {
    const { config, development } = options
    const run = Effect.runForkWith(
      yield* Effect.context<Layer.Success<ReturnType<typeof layerOf>>>(),
    )
    const restored = yield* recover(config)
    yield* watchGauges

    /** Unanswered POSTs: a stopping gateway waits for them. */
    const posts = new InFlightPosts()
    const server = createServer({
      requestTimeout: 30_000,
      headersTimeout: 10_000,
      // A request for another protocol (curl for h2c) is answered as plain HTTP/1.1.
      shouldUpgradeCallback: ({ headers }: IncomingMessage) =>
        headers.upgrade?.toLowerCase() === "websocket",
    })
    const surplus = yield* acceptConnections(config, server)
    const listener = getRequestListener((yield* makeGatewayApp(options, surplus)).fetch)
    server.on("request", (request, response) => {
      if (request.method === "POST") posts.begin(response)
      if (development === undefined) void listener(request, response)
      else development.middleware(request, response, () => void listener(request, response))
    })
    const upgrade = yield* makeUpgrade(surplus)
    server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (development?.onUpgrade(request) === true) return
      socket.on("error", () => socket.destroy())
      run(upgrade(request, socket, head))
    })
    yield* Effect.acquireRelease(listen(config, server), () => stop(config, server, posts))
    yield* forkHousekeeping(config)
    const { port } = server.address() as AddressInfo
    return { url: `http://${config.host}:${port}`, restored, failed: (yield* Fatal).ended }
  })

/** `sampling` replaces this process's own event loop, where several gateways share it. */
export const layerOf = (
  { config, root, development }: GatewayOptions,
  durable = durableLayer(config),
  sampling = LOOP_SAMPLING,
) =>
  gatewayLayer(
    config,
    durable,
    development === undefined ? Renderer.built(root) : Renderer.fromSource(development.load),
    sampling,
  )
