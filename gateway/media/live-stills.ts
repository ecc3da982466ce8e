/**
 * `GET /api/performers/{id}/still`: the present free picture of a performer, as a small JPEG of the performer
 * service. The same for everybody, so without cookies; never stored.
 *
 * Invariants: the service is asked for one performer at most once a second, for each of the modes with and without
 * nudity, however many watch; in no-nude mode it is asked for a still that is marked for it, and a brand that is
 * always in that mode gets no other.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { isPerformerId } from "@foldcast/contracts/performer-id"
import { rateKeyOf } from "@foldcast/limits/rate-key"
import { Brands } from "../brand/brands.ts"
import { makeAnswerProblem } from "../http/answer-problem.ts"
import { RateLimits } from "../http/rate-limits.ts"
import { PLAIN_DOCUMENT_POLICY } from "../http/security-headers.ts"
import { answerCache } from "../performers/answer-cache.ts"
import type { CallOutcome } from "../upstream/frame.ts"
import { PerformerStills } from "../upstream/performer-stills.ts"

const FRESH_MS = 1_000
/** Stills in the cache: some megabytes. */
const MAX_HELD = 1_000
/** A page asks for the next one after two seconds anyway. */
const RETRY_AFTER_SECONDS = 2

export interface StillRequest {
  readonly performerId: string
  /** From the page: its visit is in no-nude mode. */
  readonly noNude: boolean
  readonly host: string | undefined
  readonly address: string
}

export interface LiveStillsShape {
  readonly get: (request: StillRequest) => Effect.Effect<Response>
}

/** Usually there is no still. 204 is no error, so a browser logs nothing in its console. */
const noneNow = (): Response =>
  new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } })

const stillResponse = (jpeg: Uint8Array): Response =>
  new Response(Uint8Array.from(jpeg), {
    headers: {
      "Content-Type": "image/jpeg",
      "Content-Length": String(jpeg.length),
      "Cache-Control": "no-store",
      "Content-Security-Policy": PLAIN_DOCUMENT_POLICY,
      "X-Content-Type-Options": "nosniff",
    },
  })

export class LiveStills extends Context.Service<LiveStills, LiveStillsShape>()(
  "gateway/LiveStills",
) {
  static readonly layer = Layer.effect(
    LiveStills,
    Effect.gen(function* () {
      const stills = yield* PerformerStills
      const brands = yield* Brands
      const rates = yield* RateLimits
      const problem = yield* makeAnswerProblem
      const answers = yield* answerCache<CallOutcome<Uint8Array>>({
        freshMs: FRESH_MS,
        capacity: MAX_HELD,
      })

      return LiveStills.of({
        get: Effect.fnUntraced(function* ({ performerId, noNude, host, address }) {
          const now = yield* Clock.currentTimeMillis
          const verdict = rates.take({ stillsPerAddress: rateKeyOf(address) }, now)
          if (!verdict.allowed) {
            return yield* problem("tooMany", { retryAfterSeconds: verdict.retryAfterSeconds })
          }
          if (!isPerformerId(performerId)) return yield* problem("notFound")
          const isPlain = noNude || brands.of(host).public.features.safe
          const outcome = yield* answers.get(
            `${performerId} ${isPlain}`,
            stills.ask(performerId, isPlain),
          )
          switch (outcome._tag) {
            case "Answered":
              return stillResponse(outcome.body)
            case "Refused":
              return outcome.status === 404 ? noneNow() : yield* problem("notFound")
            case "KeyRefused":
            case "Unavailable":
            case "Unknown":
              return yield* problem("unavailable", { retryAfterSeconds: RETRY_AFTER_SECONDS })
          }
        }),
      })
    }),
  )
}
