/**
 * The gateway's HTTP face as one Hono app: health and metrics, the API, support, the site's files, and
 * everything else is a page. WebSocket upgrades do not come through here (server.ts).
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response"
import { Clock, Effect } from "effect"
import { type Context, Hono } from "hono"
import { Brands } from "../brand/brands.ts"
import { CommandRoute } from "../commands/route.ts"
import { GatewayConfig } from "../config.ts"
import { type Busy, busyPage } from "../pages/busy-page.ts"
import { PageAdmission } from "../pages/page-admission.ts"
import { Pages } from "../pages/page.ts"
import { plainErrorPage } from "../pages/plain-error-page.ts"
import { Ids } from "../ids.ts"
import type { LogUnavailable } from "../log/visit-log.ts"
import { CamBacks } from "../media/cam-backs.ts"
import { LiveStills } from "../media/live-stills.ts"
import { Pictures } from "../media/pictures.ts"
import { Watching } from "../media/watching.ts"
import type { OfferedSessions } from "../media/offered-sessions.ts"
import { Categories } from "../performers/categories.ts"
import { PUBLIC_PATHS, PublicQueries } from "../queries/public-queries.ts"
import { Choices } from "../queries/choices.ts"
import { CreditHistory } from "../queries/credit-history.ts"
import { Passkeys } from "../queries/passkeys.ts"
import { Queries } from "../queries/queries.ts"
import { FactsRoute } from "../stream/facts-route.ts"
import { Sse, sseBye } from "../stream/sse.ts"
import { StreamAdmission } from "../stream/stream-admission.ts"
import { GatewayMetrics, PROMETHEUS_CONTENT_TYPE } from "../telemetry/metrics.ts"
import { Browsers } from "../members/browsers.ts"
import { clientAddress } from "../http/client-address.ts"
import { compressed } from "../http/compressed.ts"
import {
  headersOf,
  onlyOwnDeletes,
  onlyOwnImages,
  onlyOwnOffers,
  onlyOwnPosts,
} from "../http/guards.ts"
import { liveness, type ReadinessCheck, readiness } from "../http/health.ts"
import { makeAnswerProblem } from "../http/answer-problem.ts"
import { publicOrigin } from "../http/public-origin.ts"
import { languageOf } from "../http/page-traits.ts"
import { cutSlowReader } from "../http/slow-readers.ts"
import { fixedHeaders, type NonceVariables, securityHeaders } from "../http/security-headers.ts"
import { siteFiles } from "../pages/site-files.ts"
import type { StaticFiles } from "../http/static-files.ts"

export type AppEnvironment = NonceVariables & {
  readonly Bindings: { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse }
}

export interface AppParts {
  readonly files: StaticFiles
  readonly support: Hono
  /** Sockets of the development server; none in production. */
  readonly hotReload: ReadonlyArray<string>
  readonly checks: ReadonlyArray<ReadinessCheck>
  /** Whether a connection is one too many (open-sockets.ts). */
  readonly isSurplus: (socket: Socket) => boolean
  /** What to do when the log fails under a request: the process ends (fatal.ts). */
  readonly onLogFailure: (error: LogUnavailable) => void
}

type AppContext = Context<AppEnvironment>

const ENCODED_UNRESERVED = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/iu

/** Calls back once, when a response has left or its browser has. */
const whenGone = (outgoing: ServerResponse, left: () => void): void => {
  outgoing.once("close", left)
  // It may have gone before this was asked, and then closes no more.
  if (outgoing.closed) left()
}

/** Seconds after which whoever found every connection taken tries again. */
const RETRY_SOCKET_SECONDS = 10
/** And whoever came while sessions could not be read. */
const RETRY_OUTAGE_SECONDS = 60

export const makeApp = ({ files, support, hotReload, checks, isSurplus, onLogFailure }: AppParts) =>
  Effect.gen(function* () {
    const config = yield* GatewayConfig
    const ids = yield* Ids
    const metrics = yield* GatewayMetrics
    const brands = yield* Brands
    const categories = yield* Categories
    const browsers = yield* Browsers
    const pages = yield* Pages
    const pageAdmission = yield* PageAdmission
    const commands = yield* CommandRoute
    const queries = yield* Queries
    const creditHistory = yield* CreditHistory
    const passkeys = yield* Passkeys
    const choices = yield* Choices
    const publicQueries = yield* PublicQueries
    const pictures = yield* Pictures
    const stills = yield* LiveStills
    const watching = yield* Watching
    const camBacks = yield* CamBacks
    const facts = yield* FactsRoute
    const admission = yield* StreamAdmission
    const sse = yield* Sse
    const runPromise = Effect.runPromiseWith(yield* Effect.context())

    const problem = yield* makeAnswerProblem

    /** Runs a handler; a log that fails ends the process, and this request with 503. */
    const answer = (effect: Effect.Effect<Response, LogUnavailable>): Promise<Response> =>
      runPromise(
        effect.pipe(
          Effect.catchTag("LogUnavailable", (error) => {
            onLogFailure(error)
            return problem("unavailable")
          }),
        ),
      )

    const categorySlugs = Effect.map(categories.list, (list) => list.map(({ slug }) => slug))

    const addressOf = (context: AppContext) =>
      clientAddress(
        config.trustedProxies,
        context.env.incoming.socket.remoteAddress,
        context.req.header("x-forwarded-for"),
      )

    const app = new Hono<AppEnvironment>()
    app.use(
      securityHeaders(ids, config.production, {
        hotReload,
        mediaHosts: [...config.media.otherHosts],
      }),
    )
    app.use(compressed(ids))
    const isCall = ({ req }: AppContext) =>
      /^\/(?:api|support|health|metrics)(?:\/|$)/u.test(req.path)
    // A proxy's rule sees the path as it was sent, so a call has one spelling: unreserved characters (RFC 3986, 2.3)
    // stand for themselves.
    app.use(async (context, next) => {
      const [path = ""] = (context.env.incoming.url ?? "").split("?", 1)
      return isCall(context) && ENCODED_UNRESERVED.test(path)
        ? runPromise(problem("notFound"))
        : next()
    })
    app.onError(async (error, context) => {
      await runPromise(Effect.logError("a request failed", error.stack ?? error.message))
      return isCall(context) ? runPromise(problem("failed")) : plainErrorPage()
    })
    const busy = (context: AppContext, what: Busy): Response => {
      const { locale } = languageOf(new URL(context.req.url), headersOf(context))
      return busyPage(what, locale)
    }

    app.get("/health/live", () => liveness())
    app.get("/health/ready", () => runPromise(readiness(checks)))
    app.get(
      "/metrics",
      async () =>
        new Response(await runPromise(metrics.scrape), {
          headers: { "Content-Type": PROMETHEUS_CONTENT_TYPE, "Cache-Control": "no-store" },
        }),
    )
    app.use(async (context, next) => {
      if (!isSurplus(context.env.incoming.socket)) return next()
      const wait = { retryAfterSeconds: RETRY_SOCKET_SECONDS }
      const response = isCall(context)
        ? await runPromise(problem("unavailable", wait))
        : busy(context, { why: "load", ...wait })
      response.headers.set("Connection", "close")
      return response
    })
    app.route("/", support)
    app.route(
      "/",
      siteFiles(brands, config.origins, {
        categorySlugs: () => runPromise(categorySlugs),
        now: () => runPromise(Clock.currentTimeMillis),
      }),
    )

    app.post("/api/commands", onlyOwnPosts(config.origins, ids), (context) =>
      answer(
        commands.post({
          request: context.req.raw,
          header: headersOf(context),
          address: addressOf(context),
        }),
      ),
    )
    app.post("/api/facts", onlyOwnPosts(config.origins, ids), (context) =>
      answer(
        facts.post({
          request: context.req.raw,
          header: headersOf(context),
          address: addressOf(context),
        }),
      ),
    )
    const offered = (
      { offers, ends }: { readonly offers: string; readonly ends: string },
      sessions: OfferedSessions,
    ) => {
      app.post(`/api/rooms/:performerId/${offers}`, onlyOwnOffers(config.origins, ids), (context) =>
        answer(
          sessions.open({
            request: context.req.raw,
            performerId: context.req.param("performerId") ?? "",
            visit: context.req.query("visit"),
            isJoining: offers === "watch" && context.req.query("joining") === "1",
            header: headersOf(context),
            address: addressOf(context),
            isGone: () => context.env.outgoing.closed,
          }),
        ),
      )
      app.delete(`/api/${ends}/:id`, onlyOwnDeletes(config.origins, ids), (context) =>
        answer(
          sessions.end(
            { header: headersOf(context), address: addressOf(context) },
            context.req.param("id") ?? "",
          ),
        ),
      )
    }
    offered({ offers: "watch", ends: "watching" }, watching)
    offered({ offers: "cam-back", ends: "cam-backs" }, camBacks)
    const upgradeRequired = problem("upgradeRequired").pipe(
      Effect.tap((response) => Effect.sync(() => response.headers.set("Upgrade", "websocket"))),
    )
    app.get("/api/stream", (context) => {
      const wantsEvents = context.req.header("accept")?.includes("text/event-stream") === true
      // HEAD comes here too, and a stream without a body is none.
      if (!wantsEvents || context.req.method === "HEAD") return runPromise(upgradeRequired)
      return answer(
        Effect.gen(function* () {
          const entrance = yield* admission.admit({
            transport: "sse",
            url: new URL(context.req.url),
            header: headersOf(context),
            address: addressOf(context),
          })
          if (entrance._tag === "Declined") return sseBye(entrance.bye)
          if (entrance._tag === "Refused") {
            const { kind, retryAfterSeconds } = entrance
            return yield* problem(kind, retryAfterSeconds === null ? {} : { retryAfterSeconds })
          }
          whenGone(context.env.outgoing, entrance.leave)
          yield* sse.serve(context.env.outgoing, entrance.attaching, {
            ...Object.fromEntries(fixedHeaders(config.production)),
            ...(entrance.setCookie !== null && { "Set-Cookie": entrance.setCookie }),
          })
          return RESPONSE_ALREADY_SENT
        }),
      )
    })
    const askerOf = (context: AppContext) => ({
      header: headersOf(context),
      address: addressOf(context),
    })
    app.get("/api/session", (context) => answer(queries.session(askerOf(context))))
    app.get("/api/sessions", (context) => answer(queries.openSessions(askerOf(context))))
    app.get("/api/username-suggestions", (context) =>
      answer(queries.usernameSuggestions(askerOf(context), new URL(context.req.url))),
    )
    app.get("/api/passkeys", (context) => answer(passkeys.list(askerOf(context))))
    app.post("/api/passkeys/challenge", onlyOwnPosts(config.origins, ids), (context) =>
      answer(passkeys.challenge(askerOf(context), context.req.raw)),
    )
    app.post("/api/passkeys/registration", onlyOwnPosts(config.origins, ids), (context) =>
      answer(passkeys.registration(askerOf(context), context.req.raw)),
    )
    app.post("/api/choices", onlyOwnPosts(config.origins, ids), (context) =>
      answer(choices.keep(askerOf(context), context.req.raw)),
    )
    app.get("/api/movements", (context) =>
      answer(creditHistory.page(askerOf(context), new URL(context.req.url))),
    )
    app.get("/api/movements.csv", (context) => {
      // HEAD comes here too, and nobody would read the file to its end.
      if (context.req.method === "HEAD") return runPromise(problem("notFound"))
      cutSlowReader(context.env.outgoing, config.limits.readWithinMs, () => {
        void runPromise(metrics.slowReaderCut)
      })
      return answer(creditHistory.file(askerOf(context), new URL(context.req.url)))
    })
    // Before the queries, whose paths begin alike.
    app.get("/api/performers/:performerId/still", onlyOwnImages(config.origins, ids), (context) =>
      answer(
        stills.get({
          performerId: context.req.param("performerId"),
          noNude: context.req.query("noNude") === "true",
          host: context.req.header("host"),
          address: addressOf(context),
        }),
      ),
    )
    for (const path of PUBLIC_PATHS) {
      app.get(path, (context) =>
        answer(publicQueries.get(new URL(context.req.url), addressOf(context))),
      )
    }
    app.all("/api/*", () => runPromise(problem("notFound")))

    app.get("/media/*", (context) =>
      answer(
        pictures.get({
          path: context.env.incoming.url ?? "",
          accept: context.req.header("accept"),
          address: addressOf(context),
          whenGone: (left) => {
            whenGone(context.env.outgoing, left)
          },
        }),
      ),
    )

    app.get("*", async (context) => {
      cutSlowReader(context.env.outgoing, config.limits.readWithinMs, () => {
        void runPromise(metrics.slowReaderCut)
      })
      const file = await files.respond(context.req.raw)
      if (file !== undefined) return file
      const header = headersOf(context)
      const address = addressOf(context)
      return answer(
        Effect.gen(function* () {
          const browser = yield* browsers.forPage(header)
          const page = yield* pages.page({
            request: context.req.raw,
            url: new URL(context.req.url),
            header,
            brand: brands.of(header("host")),
            origin: publicOrigin(config.origins, header("host")),
            nonce: context.get("nonce"),
            session: browser.session,
            address,
          })
          const cookie = page.cookie ?? browser.cookie
          if (cookie !== null)
            page.response.headers.append("Set-Cookie", browsers.setCookie(cookie))
          return page.response
        }).pipe(
          (page) => pageAdmission.admit(address, page),
          Effect.catchTag("PageRefused", ({ why, retryAfterSeconds }) =>
            Effect.sync(() =>
              busy(context, { why: why === "address" ? "address" : "load", retryAfterSeconds }),
            ),
          ),
          Effect.catchTag("RenderFailed", (error) =>
            Effect.as(Effect.logError(error.message), plainErrorPage()),
          ),
          Effect.catchTag("SessionsUnavailable", () =>
            Effect.sync(() =>
              busy(context, { why: "outage", retryAfterSeconds: RETRY_OUTAGE_SECONDS }),
            ),
          ),
        ),
      )
    })
    app.all("*", async () => {
      const response = await runPromise(problem("methodNotAllowed"))
      response.headers.set("Allow", "GET, HEAD")
      return response
    })
    return app
  })
