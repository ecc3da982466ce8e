/**
 * `/support/captures`, `/support/captures/:visit` and `/support/keys`. Mounted at the root.
 *
 * Invariants: without a named token and a reason nothing is looked up; every list and every capture is in
 * the audit before its first byte leaves; an address that showed wrong tokens is not looked at for a while, right ones
 * included, so that trying tells nothing, and nobody elsewhere is shut out by it. The keys are for everybody: whoever has a capture may check it.
 */
import { Readable } from "node:stream"
import { createGzip } from "node:zlib"
import { Clock, Effect, Exit, Schema, Stream } from "effect"
import { type Context as HttpContext, Hono } from "hono"
import { VisitId } from "@foldcast/contracts/ids"
import { rateKeyOf } from "@foldcast/rules/rate-key"
import { RateWindows } from "@foldcast/rules/rate-windows"
import type { ProblemKind } from "../problem-kinds.ts"
import type { ProblemDetails } from "../http/problem.ts"
import { refusal } from "../http/problem.ts"
import { RateLimits } from "../http/rate-limits.ts"
import { Ids } from "../ids.ts"
import { KeptAnswers } from "../store/kept-answers.ts"
import type { VisitRecord } from "../log/visit-header.ts"
import { VisitIndex, type VisitIndexShape } from "../log/visit-index.ts"
import { VisitLog } from "../log/visit-log.ts"
import type { SearchTerms } from "../log/search-terms.ts"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import type { SupportToken } from "../settings/setting-values.ts"
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
const tabVisits = (index: VisitIndexShape, visit: VisitRecord) =>
  Effect.map(index.list({ tab: visit.tab, limit: MAX_TAB_VISITS }), (visits) =>
    visitsOfPerson(visit, visits).toSorted((a, b) => a.at - b.at),
  )

const supportServices = Effect.all({
  log: VisitLog,
  index: VisitIndex,
  kept: KeptAnswers,
  audit: Audit,
  keys: SigningKeys,
  ids: Ids,
  rates: RateLimits,
  metrics: GatewayMetrics,
})

type SupportServices = Effect.Success<typeof supportServices>

/** What storage may fail with: it is the operator's to find in the log. */
interface StorageFailure {
  readonly _tag: string
  readonly message: string
}

type SupportHandler = (caller: {
  readonly name: string
  readonly reason: string
}) => Effect.Effect<Response, StorageFailure>

/** Who calls, limited and named, before anything is looked up. */
class SupportGate {
  readonly #services: SupportServices
  readonly #settings: SupportSettings
  readonly #alarms = new RateWindows({ count: 1, withinMs: ALARM_EVERY_MS })

  constructor(services: SupportServices, settings: SupportSettings) {
    this.#services = services
    this.#settings = settings
  }

  refuse(kind: ProblemKind, details?: ProblemDetails): Response {
    return refusal(this.#services.ids, kind, details).response
  }

  /** Storage that fails is told as unavailable. */
  guarded(context: HttpContext, handler: SupportHandler): Effect.Effect<Response> {
    return this.#admitted(context, handler).pipe(
      Effect.catch((error) =>
        Effect.as(Effect.logError(error.message), this.refuse("unavailable")),
      ),
    )
  }

  #admitted(context: HttpContext, handler: SupportHandler) {
    const { metrics, rates } = this.#services
    const { addressOf, tokens } = this.#settings
    return Effect.gen({ self: this }, function* () {
      const now = yield* Clock.currentTimeMillis
      // Counted before it is looked at, so that many at once are no way around.
      const counted = { refusedSupportTokensPerAddress: rateKeyOf(addressOf(context)) }
      const verdict = rates.take(counted, now)
      if (!verdict.allowed) {
        yield* metrics.supportRefused("address")
        yield* this.#alarm(now)
        const { retryAfterSeconds } = verdict
        return this.refuse("tooMany", { label: "support.tooMany", retryAfterSeconds })
      }
      const { headers } = context.req.raw
      const access = accessOf(
        {
          authorization: headers.get("Authorization") ?? undefined,
          reason: headers.get("X-Reason") ?? undefined,
        },
        tokens,
      )
      if (access._tag === "NotABearer") return yield* this.#tokenRefused(now)
      rates.giveBack(counted)
      return access._tag === "Granted"
        ? yield* handler(access)
        : this.refuse("malformed", { label: "support.reason" })
    })
  }

  #tokenRefused(now: number) {
    const { metrics, rates } = this.#services
    return Effect.gen({ self: this }, function* () {
      yield* metrics.supportRefused("token")
      yield* Effect.logWarning("a support token was refused")
      if (!rates.take({ refusedSupportTokens: "all" }, now).allowed) yield* this.#alarm(now)
      const response = this.refuse("unauthenticated", { label: "support.token" })
      response.headers.set("WWW-Authenticate", 'Bearer realm="support"')
      return response
    })
  }

  #alarm(now: number) {
    return this.#alarms.take("all", now).allowed
      ? Effect.logError("support tokens are being tried: too many wrong ones")
      : Effect.void
  }
}

const keySetResponse = ({ keys }: SupportServices): Response =>
  new Response(JSON.stringify(keys.keySet), {
    headers: {
      "Content-Type": "application/jwk-set+json",
      "Cache-Control": `public, max-age=${KEYS_FRESH_SECONDS}`,
    },
  })

const listCaptures =
  (
    { index, audit }: SupportServices,
    { terms }: SupportSettings,
    gate: SupportGate,
    { req }: HttpContext,
  ): SupportHandler =>
  (caller) =>
    Effect.gen(function* () {
      const query = visitQueryOf(req.queries(), terms)
      if (Array.isArray(query)) {
        const fields = query.map((field: string) => ({ field, label: "support.parameter" }))
        return gate.refuse("malformed", { label: "support.query", fields })
      }
      const visits = yield* index.list(query as Exclude<typeof query, ReadonlyArray<string>>)
      yield* audit.record({
        name: caller.name,
        reason: caller.reason,
        action: "list",
        by: Object.keys(req.query()),
        visits: visits.map(({ visit }) => visit),
      })
      return json({ captures: visits.map(listed) })
    })

const exportCapture =
  (
    { log, index, kept, audit, keys, ids }: SupportServices,
    settings: SupportSettings,
    gate: SupportGate,
    { req }: HttpContext,
  ): SupportHandler =>
  (caller) =>
    Effect.gen(function* () {
      const at = yield* Clock.currentTimeMillis
      const id = decodeVisit(req.param("visit"))
      const found = Exit.isSuccess(id) ? yield* index.find(id.value) : null
      if (found === null) return gate.refuse("noSuchVisit")
      const wholeTab = req.query("tab") === "1"
      const visits = wholeTab ? yield* tabVisits(index, found) : [found]
      yield* audit.record({
        name: caller.name,
        reason: caller.reason,
        action: wholeTab ? "tab-capture" : "capture",
        visits: visits.map(({ visit }) => visit),
      })
      const texts = exportVisits(
        { log, kept },
        visits,
        { ...settings, signer: keys.signer },
        keyedDigest(ids.token(KEY_BITS)),
        at,
      )
      return gzipOf(wholeTab ? `tab-${found.visit}` : found.visit, Stream.toAsyncIterable(texts))
    })

export const supportRoutes = Effect.gen(function* () {
  const services = yield* supportServices
  const run = Effect.runPromiseWith(yield* Effect.context())

  return (settings: SupportSettings): Hono => {
    const gate = new SupportGate(services, settings)
    return new Hono()
      .get("/support/keys", () => keySetResponse(services))
      .get("/support/captures", (context) =>
        run(gate.guarded(context, listCaptures(services, settings, gate, context))),
      )
      .get("/support/captures/:visit", (context) =>
        run(gate.guarded(context, exportCapture(services, settings, gate, context))),
      )
  }
})
