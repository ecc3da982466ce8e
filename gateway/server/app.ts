/**
 * The gateway's HTTP routes as one Hono app: health and metrics, commands, streams, media, queries, support, the
 * site's files; every other path is a page. WebSocket upgrades are handled in upgrades.ts.
 */
import type { Socket } from "node:net"
import { Clock, Effect } from "effect"
import { Hono } from "hono"
import { Brands } from "../brand/brands.ts"
import { commandRoutes } from "../commands/command-routes.ts"
import { GatewayConfig } from "../config.ts"
import { compressed } from "../http/compressed.ts"
import { liveness, type ReadinessCheck, readiness } from "../http/health.ts"
import {
  type AppContext,
  type AppEnvironment,
  makeResponder,
  type Responder,
  type ResponderOptions,
} from "../http/responder.ts"
import { securityHeaders } from "../http/security-headers.ts"
import { sentPath } from "../http/sent-path.ts"
import type { StaticFiles } from "../http/static-files.ts"
import { Ids } from "../ids.ts"
import { mediaRoutes } from "../media/media-routes.ts"
import { busyPageFor, pageRoutes } from "../pages/page-routes.ts"
import { plainErrorPage } from "../pages/plain-error-page.ts"
import { siteFiles } from "../pages/site-files.ts"
import { Categories } from "../performers/categories.ts"
import { queryRoutes } from "../queries/query-routes.ts"
import { streamRoutes } from "../stream/stream-routes.ts"
import { GatewayMetrics, PROMETHEUS_CONTENT_TYPE } from "../telemetry/metrics.ts"

export interface AppParts extends ResponderOptions {
  readonly files: StaticFiles
  readonly support: Hono
  /** Sockets of the development server; none in production. */
  readonly hotReload: ReadonlyArray<string>
  readonly checks: ReadonlyArray<ReadinessCheck>
  /** Whether a connection is above the limit (open-sockets.ts). */
  readonly isSurplus: (socket: Socket) => boolean
}

const ENCODED_UNRESERVED = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/iu

/** Seconds until a retry where all connections are taken. */
const RETRY_SOCKET_SECONDS = 10

const isCall = ({ req }: AppContext) => /^\/(?:api|support|health|metrics)(?:\/|$)/u.test(req.path)

/**
 * A proxy's rule sees the path as it was sent, so an API call has one spelling: unreserved characters (RFC 3986,
 * 2.3) must not be encoded, and there are no dot segments, no host (RFC 9112, 3.2.2) and no fragment.
 */
const isRespelledCall = (context: AppContext): boolean => {
  const path = sentPath(context.env.incoming)
  const read = URL.parse(path, "http://gateway")?.pathname
  return isCall(context) && (path !== read || ENCODED_UNRESERVED.test(path))
}

/** Routes for process supervisors and Prometheus; surplus connections may use them too. */
const operatorRoutes = ({ run }: Responder, checks: ReadonlyArray<ReadinessCheck>) =>
  Effect.map(GatewayMetrics, (metrics) =>
    new Hono<AppEnvironment>()
      .get("/health/live", () => liveness())
      .get("/health/ready", () => run(readiness(checks)))
      .get(
        "/metrics",
        async () =>
          new Response(await run(metrics.scrape), {
            headers: { "Content-Type": PROMETHEUS_CONTENT_TYPE, "Cache-Control": "no-store" },
          }),
      ),
  )

const siteFileRoutes = ({ run }: Responder) =>
  Effect.gen(function* () {
    const { origins } = yield* GatewayConfig
    const brands = yield* Brands
    const categories = yield* Categories
    return siteFiles(brands, origins, {
      categorySlugs: () => run(Effect.map(categories.list, (list) => list.map(({ slug }) => slug))),
      now: () => run(Clock.currentTimeMillis),
    })
  })

export const makeApp = ({ files, support, hotReload, checks, isSurplus, onLogFailure }: AppParts) =>
  Effect.gen(function* () {
    const { media, production } = yield* GatewayConfig
    const ids = yield* Ids
    const responder = yield* makeResponder({ onLogFailure })
    const { problem, run } = responder

    const app = new Hono<AppEnvironment>()
    app.use(securityHeaders(ids, production, { hotReload, mediaHosts: [...media.otherHosts] }))
    app.use(compressed(ids))
    app.use(async (context, next) => (isRespelledCall(context) ? problem("notFound") : next()))
    app.onError(async (error, context) => {
      await run(Effect.logError("a request failed", error.stack ?? error.message))
      return isCall(context) ? problem("failed") : plainErrorPage()
    })
    app.route("/", yield* operatorRoutes(responder, checks))
    app.use(async (context, next) => {
      if (!isSurplus(context.env.incoming.socket)) return next()
      const wait = { retryAfterSeconds: RETRY_SOCKET_SECONDS }
      const response = isCall(context)
        ? await problem("unavailable", wait)
        : busyPageFor(context, { why: "load", ...wait })
      response.headers.set("Connection", "close")
      return response
    })
    app.route("/", support)
    app.route("/", yield* siteFileRoutes(responder))
    app.route("/", yield* commandRoutes(responder))
    app.route("/", yield* streamRoutes(responder))
    app.route("/", yield* mediaRoutes(responder))
    app.route("/", yield* queryRoutes(responder))
    app.all("/api/*", () => problem("notFound"))
    app.route("/", yield* pageRoutes(responder, files))
    return app
  })
