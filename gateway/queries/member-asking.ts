/**
 * Queries in a member's name: rate limit, session by cookie, refusal where no member is logged in. Invariant: only
 * the cookie decides whose answer it is.
 */
import { rateKeyOf } from "@foldcast/limits/rate-key"
import { Clock, Effect } from "effect"
import { makeAnswerProblem } from "../http/answer-problem.ts"
import type { HeaderReader } from "../http/origin.ts"
import { LANGUAGE_COOKIE, resolveLocale } from "../http/page-locale.ts"
import { cookieOf } from "../http/page-traits.ts"
import { RateLimits } from "../http/rate-limits.ts"
import type { LogUnavailable } from "../log/visit-log.ts"
import { Browsers } from "../members/browsers.ts"
import type {
  ResolvedSession,
  SessionMember,
  SessionsUnavailable,
} from "../sessions/session-store.ts"
import { memberIn } from "./answers.ts"

export interface QueryRequester {
  readonly header: HeaderReader
  /** The browser's address from `clientAddress`. */
  readonly address: string
}

export type MemberResponse = Effect.Effect<Response, LogUnavailable>

export const localeOf = ({ header }: QueryRequester) =>
  resolveLocale("/", cookieOf(header("cookie"), LANGUAGE_COOKIE), header("accept-language")).locale

export const makeMemberAsking = Effect.gen(function* () {
  const browsers = yield* Browsers
  const rates = yield* RateLimits
  const problem = yield* makeAnswerProblem

  const orUnavailable = (
    answer: Effect.Effect<Response, SessionsUnavailable | LogUnavailable>,
  ): MemberResponse =>
    Effect.catchTag(answer, "SessionsUnavailable", (error) =>
      Effect.andThen(Effect.logError("sessions", error.message), problem("unavailable")),
    )

  /** Answers within the rate limit. */
  const limited = <E>(key: Parameters<typeof rates.take>[0], answer: Effect.Effect<Response, E>) =>
    Effect.gen(function* () {
      const verdict = rates.take(key, yield* Clock.currentTimeMillis)
      if (verdict.allowed) return yield* answer
      return yield* problem("tooMany", { retryAfterSeconds: verdict.retryAfterSeconds })
    })

  /** The rate limit comes before the cookie's lookup, since invented cookies would cost store reads. */
  const counted = (
    { address }: QueryRequester,
    answer: Effect.Effect<Response, SessionsUnavailable | LogUnavailable>,
  ): MemberResponse =>
    limited({ sessionQueriesPerAddress: rateKeyOf(address) }, orUnavailable(answer))

  const asMember = (
    asker: QueryRequester,
    answer: (
      member: SessionMember,
      session: ResolvedSession,
    ) => Effect.Effect<Response, SessionsUnavailable>,
  ): MemberResponse =>
    counted(
      asker,
      Effect.gen(function* () {
        const session = (yield* browsers.identify(asker.header))?.session ?? null
        const member = memberIn(session)
        if (session === null || member === null) return yield* problem("unauthenticated")
        return yield* answer(member, session)
      }),
    )

  return { counted, limited, asMember }
})
