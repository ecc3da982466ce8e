/**
 * `/support/captures`, `/support/captures/:visit` and `/support/keys`. Mounted by http/ at the root; every
 * other room is reached through the services given here.
 *
 * Invariants: without a named token and a reason nothing is looked up; every list and every capture is in
 * the audit before its first byte leaves; an address that showed wrong tokens is not looked at for a while, right ones
 * included, so that trying tells nothing, and nobody elsewhere is shut out by it. The keys are for everybody: whoever has a capture may check it.
 */
import { Readable } from "node:stream"
import { createGzip } from "node:zlib"
import { Clock, Context, Effect, Exit, Option, Schema, Stream } from "effect"
import { type Context as HttpContext, Hono } from "hono"
import { VisitId } from "@foldcast/contracts/ids"
import { rateKeyOf } from "@foldcast/limits/rate-key"
import { RateWindows } from "@foldcast/limits/rate-windows"
import type { ProblemKind } from "../problem-kinds.ts"
import type { ProblemDetails } from "../http/problem.ts"
import { refusal } from "../http/problem.ts"
import { RateLimits } from "../http/rate-limits.ts"
import { Ids } from "../ids.ts"
import { KeptAnswers } from "../store/kept-answers.ts"
import { EventLog, type EventLogShape, type VisitRecord } from "../log/event-log.ts"
import type { SearchTerms } from "../log/search-terms.ts"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import type { SupportToken } from "../setting-values.ts"
import { Audit } from "./audit.ts"
import { keyedDigest } from "./digests.ts"
import { type CaptureMaker, exportVisits } from "./export.ts"
import { SigningKeys } from "./signing-keys.ts"
import { accessOf } from "./support-access.ts"
import { visitsOfPerson } from "./visits-of-person.ts"
import { listed, visitQueryOf } from "./support-query.ts"

export interface SupportSettings extends Omit<CaptureMaker, "signer"> {
  readonly tokens: ReadonlyArray<SupportToken>
  readonly terms: SearchTerms
  /** Whose call it is, for limits. */
  readonly addressOf: (context: HttpContext) => string
}

/** Bits of the key behind one capture's tokens; it is forgotten with the response. */
const KEY_BITS = 256
/** How long a reader may go by keys it has: a new one may sign within it. */
const KEYS_FRESH_SECONDS = 300
/** Visits of one tab in one file at most, the newest ones. */
const MAX_TAB_VISITS = 200
/** Whoever goes on trying is told of so often. */
const ALARM_EVERY_MS = 60_000

const decodeVisit = Schema.decodeUnknownExit(VisitId)

const json = (body: unknown) =>
  new Response(JSON.stringify(body), {
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store" },
  })

const gzipOf = (name: string, texts: AsyncIterable<string>): Response => {
  const bytes = Readable.from(texts).compose(createGzip())
  return new Response(Readable.toWeb(bytes) as ReadableStream<Uint8Array>, {
    headers: {
      "Content-Type": "application/gzip",
      "Content-Disposition": `attachment; filename="${name}.ndjson.gz"`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  })
}

/** The visits of one tab and one person, from the first to the last. */
const tabVisits = (log: EventLogShape, visit: VisitRecord) =>
  Effect.map(log.list({ tab: visit.tab, limit: MAX_TAB_VISITS }), (visits) =>
    visitsOfPerson(visit, visits).toSorted((a, b) => a.at - b.at),
  )

export const supportRoutes = Effect.gen(function* () {
  const services = yield* Effect.context<
    EventLog | KeptAnswers | Audit | SigningKeys | Ids | RateLimits | GatewayMetrics
  >()
  const log = Context.get(services, EventLog)
  const kept = Context.get(services, KeptAnswers)
  const audit = Context.get(services, Audit)
  const { signer, keySet } = Context.get(services, SigningKeys)
  const ids = Context.get(services, Ids)
  const rates = Context.get(services, RateLimits)
  const metrics = Context.get(services, GatewayMetrics)
  const run = Effect.runPromiseWith(services)
  const alarms = new RateWindows({ count: 1, withinMs: ALARM_EVERY_MS })

  const alarm = (now: number) =>
    alarms.take("all", now).allowed
      ? Effect.logError("support tokens are being tried: too many wrong ones")
      : Effect.void

  const refuse = (kind: ProblemKind, details?: ProblemDetails) =>
    refusal(ids, kind, details).response

  /** Storage that fails is the operator's to find in the log; the caller hears that it is not now. */
  const answering = (
    handler: Effect.Effect<Response, { readonly _tag: string; readonly message: string }>,
  ): Promise<Response> =>
    run(
      handler.pipe(
        Effect.catch((error) => Effect.as(Effect.logError(error.message), refuse("unavailable"))),
      ),
    )

  return (settings: SupportSettings): Hono => {
    const app = new Hono()

    const permitted = (headers: Headers) =>
      accessOf(
        {
          authorization: headers.get("Authorization") ?? undefined,
          reason: headers.get("X-Reason") ?? undefined,
        },
        settings.tokens,
      )

    const refused = Effect.fnUntraced(function* (now: number) {
      yield* metrics.supportRefused("token")
      yield* Effect.logWarning("a support token was refused")
      if (!rates.take({ refusedSupportTokens: "all" }, now).allowed) yield* alarm(now)
      const response = refuse("unauthenticated", { label: "support.token" })
      response.headers.set("WWW-Authenticate", 'Bearer realm="support"')
      return response
    })

    const guarded = (
      context: HttpContext,
      handler: (
        name: string,
        reason: string,
      ) => Effect.Effect<Response, { readonly _tag: string; readonly message: string }>,
    ): Promise<Response> =>
      answering(
        Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          // Counted before it is looked at, so that many at once are no way around.
          const counted = { refusedSupportTokensPerAddress: rateKeyOf(settings.addressOf(context)) }
          const verdict = rates.take(counted, now)
          if (!verdict.allowed) {
            yield* metrics.supportRefused("address")
            yield* alarm(now)
            const { retryAfterSeconds } = verdict
            return refuse("tooMany", { label: "support.tooMany", retryAfterSeconds })
          }
          const access = permitted(context.req.raw.headers)
          if (access._tag === "NotABearer") return yield* refused(now)
          rates.giveBack(counted)
          return access._tag === "Granted"
            ? yield* handler(access.name, access.reason)
            : refuse("malformed", { label: "support.reason" })
        }),
      )

    app.get(
      "/support/keys",
      () =>
        new Response(JSON.stringify(keySet), {
          headers: {
            "Content-Type": "application/jwk-set+json",
            "Cache-Control": `public, max-age=${KEYS_FRESH_SECONDS}`,
          },
        }),
    )

    app.get("/support/captures", (context) =>
      guarded(context, (name, reason) =>
        Effect.gen(function* () {
          const query = visitQueryOf(context.req.queries(), settings.terms)
          if (Array.isArray(query)) {
            const fields = query.map((field: string) => ({ field, label: "support.parameter" }))
            return refuse("malformed", { label: "support.query", fields })
          }
          const visits = yield* log.list(query as Exclude<typeof query, ReadonlyArray<string>>)
          const named = visits.map(({ visit }) => visit)
          yield* audit.record({
            name,
            reason,
            action: "list",
            by: Object.keys(context.req.query()),
            visits: named,
          })
          return json({ captures: visits.map(listed) })
        }),
      ),
    )

    app.get("/support/captures/:visit", (context) =>
      guarded(context, (name, reason) =>
        Effect.gen(function* () {
          const at = yield* Clock.currentTimeMillis
          const id = decodeVisit(context.req.param("visit"))
          const found = Exit.isSuccess(id) ? yield* log.find(id.value) : Option.none<VisitRecord>()
          if (Option.isNone(found)) return refuse("noSuchVisit")
          const wholeTab = context.req.query("tab") === "1"
          const visits = wholeTab ? yield* tabVisits(log, found.value) : [found.value]
          yield* audit.record({
            name,
            reason,
            action: wholeTab ? "tab-capture" : "capture",
            visits: visits.map(({ visit }) => visit),
          })
          const texts = exportVisits(
            { log, kept },
            visits,
            { ...settings, signer },
            keyedDigest(ids.token(KEY_BITS)),
            at,
          )
          return gzipOf(
            wholeTab ? `tab-${found.value.visit}` : found.value.visit,
            Stream.toAsyncIterable(texts),
          )
        }),
      ),
    )

    return app
  }
})
