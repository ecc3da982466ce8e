/**
 * Starts and stops a gateway: layers, HTTP, upgrades, housekeeping. Tests start one in their own
 * process, main.ts in its own.
 *
 * Stopping tells every stream 1012 with a random wait, so that browsers do not all return at once, and
 * answers the commands that are under way.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { join } from "node:path"
import type { Duplex } from "node:stream"
import { getRequestListener } from "@hono/node-server"
import { Duration, Effect, Layer, Random, Schema } from "effect"
import { MemberId, VisitId } from "@foldcast/contracts/ids"
import { CLOSE } from "@foldcast/contracts/stream/frames"
import { readFoldFingerprint } from "../support/fold-sources.ts"
import { supportRoutes } from "../support/support-routes.ts"
import type { GatewayConfigShape } from "../config.ts"
import { Renderer, type ServerEntry } from "../pages/renderer.ts"
import { Fatal } from "../fatal.ts"
import { type AppEnvironment, makeApp } from "./app.ts"
import { clientAddress } from "../http/client-address.ts"
import type { ReadinessCheck } from "../http/health.ts"
import { LOOP_SAMPLING } from "../http/load-shedding.ts"
import type { HeaderReader } from "../http/origin.ts"
import type { ProblemKind } from "../problem-kinds.ts"
import { refusal } from "../http/problem.ts"
import { fixedHeaders } from "../http/security-headers.ts"
import { loadStaticFiles } from "../http/static-files.ts"
import { Ids } from "../ids.ts"
import { durableLayer, gatewayLayer } from "./layers.ts"
import { EventLog } from "../log/event-log.ts"
import { FreeSpace } from "../log/free-space.ts"
import { searchTerms } from "../log/search-terms.ts"
import { SessionStore } from "../sessions/session-store.ts"
import { StreamAdmission } from "../stream/stream-admission.ts"
import { WebSockets } from "../stream/websocket.ts"
import { GatewayTime } from "../steady-clock.ts"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { type KeyedSource, UpstreamKeys } from "../upstream/upstream-keys.ts"
import { AccountDeletion } from "../members/account-deletion.ts"
import { OpenSockets, SurplusSockets } from "./open-sockets.ts"
import { followRemoteDeletions } from "../members/remote-deletions.ts"
import { forgetRestoredAccounts } from "../members/forget-restored-accounts.ts"
import { PostsUnderWay } from "./posts-under-way.ts"
import { restoreVisits } from "../visits/restore.ts"
import { sweep } from "../members/sweep.ts"
import { outboxOf, Visits } from "../visits/registry.ts"

/** The port is in use, or may not be used. */
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

/** Longest wait a stopping gateway gives a browser before it returns. */
const RETRY_WITHIN_MS = 10_000
/** Milliseconds for the last frames to leave before the sockets are cut. */
const DRAIN_MS = 500
/** Milliseconds that a connection beyond the bound may be silent: it is there for a health check. */
const SURPLUS_SILENCE_MS = 5_000
/** What a command may take beyond its call upstream. */
const COMMAND_GRACE_MS = 1_000

/** A member who is nobody: looking them up shows that the store can be read. */
const NOBODY = MemberId.make("nobody")
/** And a visit that there is none of: the log's. */
const NO_VISIT = VisitId.make("nobody-s-visit")

const headersOf =
  (request: IncomingMessage): HeaderReader =>
  (name) => {
    const value = request.headers[name]
    return Array.isArray(value) ? value.join(", ") : value
  }

/** A refused upgrade's answer, written by hand: there is no HTTP response yet. */
const rejectUpgrade = async (socket: Duplex, response: Response, production: boolean) => {
  const body = await response.text()
  const headers = [...response.headers, ...fixedHeaders(production)].map(
    ([name, value]) => `${name}: ${value}`,
  )
  // Cut when it is written: nobody closes the other half of a connection that was refused.
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

export interface GatewayOptions {
  readonly config: GatewayConfigShape
  /** The repository's root, where the built site lies. */
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
  /** Where pages open Vite's sockets. */
  readonly hotReload: ReadonlyArray<string>
}

/** Runs a gateway in the surrounding scope; answers where it listens. */
export const runGateway = (options: GatewayOptions) =>
  Effect.gen(function* () {
    const { config, root } = options
    const admission = yield* StreamAdmission
    const sockets = yield* WebSockets
    const metrics = yield* GatewayMetrics
    const visits = yield* Visits
    const log = yield* EventLog
    const fatal = yield* Fatal
    const accountDeletion = yield* AccountDeletion
    const sessions = yield* SessionStore
    const context = yield* Effect.context<Layer.Success<ReturnType<typeof layerOf>>>()
    const run = Effect.runForkWith(context)
    const ids = yield* Ids
    const keys = yield* UpstreamKeys
    const time = yield* GatewayTime

    yield* forgetRestoredAccounts
    const [newest] = yield* log.list({ limit: 1 })
    if (newest !== undefined) time.isAtLeast(newest.lastEventAt)
    const restored = yield* restoreVisits(config.limits.resumeWindowMs)
    yield* metrics.watch("live_visits", () => visits.size)
    yield* metrics.watch("outbox_queued_bytes", () => {
      let bytes = 0
      for (const visit of visits.all()) bytes += outboxOf(visit)?.wire.queuedBytes() ?? 0
      return bytes
    })

    const keyCheck = (name: string, of: ReadonlyArray<KeyedSource>): ReadinessCheck => ({
      name,
      check: Effect.suspend(() => (of.some(keys.isRefused) ? Effect.fail(name) : Effect.void)),
      failedAs: "refused",
    })

    const openSockets = new OpenSockets(
      { all: config.limits.maxSockets, perAddress: config.limits.maxSocketsPerAddress },
      config.trustedProxies,
    )
    const surplus = new SurplusSockets<Duplex>()
    yield* metrics.watch("open_sockets", () => openSockets.size)
    yield* metrics.watch("free_disk_bytes", (yield* FreeSpace).freeBytes)

    const files =
      options.development === undefined
        ? yield* loadStaticFiles(join(root, "apps/web/dist/client"))
        : { has: () => false, respond: () => Promise.resolve(undefined) }
    const app = yield* makeApp({
      files,
      support: (yield* supportRoutes)({
        build: options.build,
        folds: readFoldFingerprint(),
        tokens: config.supportTokens,
        terms: searchTerms(config.sessionSecrets),
        addressOf: ({ env, req }) =>
          clientAddress(
            config.trustedProxies,
            (env as AppEnvironment["Bindings"]).incoming.socket.remoteAddress,
            req.header("x-forwarded-for"),
          ),
      }),
      hotReload: options.development?.hotReload ?? [],
      checks: [
        { name: "log", check: log.find(NO_VISIT) },
        { name: "sessions", check: sessions.ownersOfMember(NOBODY) },
        keyCheck("memberApiKey", ["member-api", "member-socket"]),
        keyCheck("performerServiceKey", ["performer-service", "chat-socket"]),
        {
          name: "clock",
          check: Effect.suspend(() =>
            time.disputedMs() === 0 ? Effect.void : Effect.fail("clock"),
          ),
          failedAs: "disputed",
        },
      ],
      isSurplus: (socket) => surplus.has(socket),
      onLogFailure: (error) => run(fatal.guard(Effect.fail(error))),
    })

    const listener = getRequestListener(app.fetch)
    const { development } = options
    /** What browsers posted and has no answer yet: a stopping gateway waits for it. */
    const posts = new PostsUnderWay()
    const server = createServer(
      {
        requestTimeout: 30_000,
        headersTimeout: 10_000,
        // Whoever asks for another protocol (curl for h2c) is answered in this one.
        shouldUpgradeCallback: ({ headers }: IncomingMessage) =>
          headers.upgrade?.toLowerCase() === "websocket",
      },
      (request, response) => {
        if (request.method === "POST") posts.begin(response)
        if (development === undefined) void listener(request, response)
        else development.middleware(request, response, () => void listener(request, response))
      },
    )

    server.on("connection", (socket: Socket) => {
      const entrance = openSockets.enter(socket.remoteAddress)
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

    const refuseUpgrade = (socket: Duplex, kind: ProblemKind, retryAfterSeconds: number | null) =>
      Effect.promise(() => {
        const details = retryAfterSeconds === null ? {} : { retryAfterSeconds }
        return rejectUpgrade(socket, refusal(ids, kind, details).response, config.production)
      })

    server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (development?.onUpgrade(request) === true) return
      socket.on("error", () => socket.destroy())
      run(
        Effect.gen(function* () {
          const url = URL.parse(request.url ?? "", "http://gateway")
          if (url === null || url.pathname !== "/api/stream") {
            return yield* refuseUpgrade(socket, "notFound", null)
          }
          if (surplus.has(socket)) return yield* refuseUpgrade(socket, "unavailable", null)
          const header = headersOf(request)
          const entrance = yield* admission.admit({
            transport: "websocket",
            url,
            header,
            address: clientAddress(
              config.trustedProxies,
              request.socket.remoteAddress,
              header("x-forwarded-for"),
            ),
          })
          if (entrance._tag === "Refused") {
            return yield* refuseUpgrade(socket, entrance.kind, entrance.retryAfterSeconds)
          }
          if (entrance._tag === "Declined") {
            return yield* sockets.decline({ request, socket, head }, entrance.bye)
          }
          const { attaching, setCookie } = entrance
          socket.once("close", entrance.leave)
          // It may have gone while it was let in, and then closes no more.
          if (socket.destroyed) return entrance.leave()
          return yield* sockets.upgrade({ request, socket, head, attaching, setCookie })
        }).pipe(
          Effect.onError(() => Effect.sync(() => socket.destroy())),
          fatal.guard,
        ),
      )
    })

    yield* Effect.acquireRelease(
      Effect.callback<void, PortRefused>((resume) => {
        server.once("error", (error: NodeJS.ErrnoException) => {
          resume(Effect.fail(new PortRefused({ port: config.port, code: error.code ?? "unknown" })))
        })
        server.listen(config.port, config.host, () => resume(Effect.void))
      }),
      () =>
        Effect.gen(function* () {
          for (const visit of visits.all()) {
            const outbox = outboxOf(visit)
            if (outbox === null) continue
            const retryAfterMs = yield* Random.nextIntBetween(0, RETRY_WITHIN_MS)
            outbox.close(CLOSE.serviceRestart, "restarting", retryAfterMs)
          }
          server.close()
          yield* Effect.sleep(DRAIN_MS)
          const patience = Duration.millis(config.memberApi.writeTimeoutMs + COMMAND_GRACE_MS)
          yield* Effect.timeoutOption(posts.ended, patience)
          server.closeAllConnections()
        }),
    )
    yield* Effect.forkScoped(
      sweep({
        resumeWindowMs: config.limits.resumeWindowMs,
        heartbeatMs: config.limits.heartbeatMs,
        retentionDays: config.retentionDays,
        maxQueuedBytesInAll: config.limits.maxQueuedBytesInAll,
      }),
    )
    yield* Effect.forkScoped(accountDeletion.resume)
    yield* Effect.forkScoped(followRemoteDeletions)
    const { port } = server.address() as AddressInfo
    return { url: `http://${config.host}:${port}`, restored, failed: fatal.ended }
  })

/** `sampling` stands in for this process's own event loop, where others share it. */
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
