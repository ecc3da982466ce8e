/**
 * The queries about performers over HTTP: GET, without effects, the same for everybody, so without cookies and
 * cached briefly, but for those by ids (docs/protocol.md, "Queries"). A query
 * counts as often as it makes the gateway call upstream.
 */
import { rateKeyOf } from "@foldcast/limits/rate-key"
import { Clock, Context, Effect, Layer } from "effect"
import { makeAnswerProblem } from "../http/answer-problem.ts"
import { RateLimits } from "../http/rate-limits.ts"
import { costOf } from "../performers/performers-request.ts"
import type { PublicAnswer } from "../performers/public-answer.ts"
import { PublicAnswers } from "../performers/public-answers.ts"

export const PUBLIC_PATHS = [
  "/api/categories",
  "/api/performers",
  "/api/performers/*",
  "/api/albums/*",
] as const

export interface PublicQueriesShape {
  readonly get: (url: URL, address: string) => Effect.Effect<Response>
}

type Found = Extract<PublicAnswer, { _tag: "Found" }>

/** `mayBeCached`: false for a question by ids, whose address tells whom somebody likes or looked at. */
export const publicResponse = ({ text, maxAge }: Found, mayBeCached: boolean) =>
  new Response(text, {
    headers: {
      "Content-Type": "application/json",
      "Cache-Control": mayBeCached ? `public, max-age=${maxAge}` : "private, no-store",
    },
  })

export class PublicQueries extends Context.Service<PublicQueries, PublicQueriesShape>()(
  "gateway/PublicQueries",
) {
  static readonly layer = Layer.effect(
    PublicQueries,
    Effect.gen(function* () {
      const answers = yield* PublicAnswers
      const rates = yield* RateLimits

      const problem = yield* makeAnswerProblem

      const respond = (answer: PublicAnswer, mayBeCached: boolean) => {
        switch (answer._tag) {
          case "Found":
            return Effect.succeed(publicResponse(answer, mayBeCached))
          case "Missing":
            return problem("notFound")
          case "Malformed":
            return problem("malformed", {
              fields: [{ field: answer.field, label: "malformed" }],
            })
          case "Unavailable":
            return problem("unavailable")
        }
      }

      return PublicQueries.of({
        get: Effect.fnUntraced(function* (url, address) {
          const now = yield* Clock.currentTimeMillis
          const times = costOf(url.searchParams)
          const verdict = rates.take({ queriesPerAddress: rateKeyOf(address) }, now, times)
          if (!verdict.allowed) {
            return yield* problem("tooMany", { retryAfterSeconds: verdict.retryAfterSeconds })
          }
          const answer = yield* answers.of(url.pathname + url.search)
          return yield* respond(answer, !url.searchParams.has("ids"))
        }),
      })
    }),
  )
}
