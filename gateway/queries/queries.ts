/**
 * The queries about the browser's session and in its member's name: GET, without effects, answered from the
 * session store or by the upstream (docs/protocol.md, "Queries"). Personal bodies are stored nowhere.
 *
 * Called by server/app.ts. Invariant: whose sessions and whose suggestions is what the cookie says.
 */
import { Clock, Context, Effect, Layer } from "effect"
import {
  SUGGESTIONS_ASKED,
  suggestionStem,
  SUGGESTION_MAX_LENGTH,
} from "@foldcast/rules/username-suggestions"
import { LANGUAGE_COOKIE, resolveLocale } from "../http/page-locale.ts"
import { cookieOf } from "../http/page-traits.ts"
import { Browsers } from "../members/browser.ts"
import { rateKeyOf } from "../http/client-address.ts"
import type { HeaderReader } from "../http/origin.ts"
import { makeAnswerProblem } from "../http/answer-problem.ts"
import { RateLimits } from "../http/rate-limits.ts"
import type { LogUnavailable } from "../log/event-log.ts"
import {
  type ResolvedSession,
  type SessionMember,
  SessionStore,
  type SessionsUnavailable,
} from "../sessions/session-store.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { memberIn, openSessionsAnswer, personalResponse, sessionAnswer } from "./answers.ts"

export interface Asker {
  readonly header: HeaderReader
  /** The browser's address, as clientAddress tells it. */
  readonly address: string
}

type Answering = Effect.Effect<Response, LogUnavailable>

export interface QueriesShape {
  readonly session: (asker: Asker) => Answering
  readonly openSessions: (asker: Asker) => Answering
  readonly usernameSuggestions: (asker: Asker, url: URL) => Answering
}

export class Queries extends Context.Service<Queries, QueriesShape>()("gateway/Queries") {
  static readonly layer = Layer.effect(
    Queries,
    Effect.gen(function* () {
      const browsers = yield* Browsers
      const sessions = yield* SessionStore
      const api = yield* MemberApi
      const rates = yield* RateLimits

      const problem = yield* makeAnswerProblem

      const orUnavailable = (
        answer: Effect.Effect<Response, SessionsUnavailable | LogUnavailable>,
      ): Answering =>
        Effect.catchTag(answer, "SessionsUnavailable", (error) =>
          Effect.andThen(Effect.logError("sessions", error.message), problem("unavailable")),
        )

      /** Counted before the cookie is looked up: made-up ones are looked for in the store. */
      const counted = ({ address }: Asker, answer: Answering): Answering =>
        Effect.gen(function* () {
          const key = { sessionQueriesPerAddress: rateKeyOf(address) }
          const verdict = rates.take(key, yield* Clock.currentTimeMillis)
          if (verdict.allowed) return yield* answer
          return yield* problem("tooMany", { retryAfterSeconds: verdict.retryAfterSeconds })
        })

      const asMember = (
        asker: Asker,
        answer: (
          member: SessionMember,
          session: ResolvedSession,
        ) => Effect.Effect<Response, SessionsUnavailable>,
      ): Answering =>
        counted(
          asker,
          orUnavailable(
            Effect.gen(function* () {
              const session = (yield* browsers.known(asker.header))?.session ?? null
              const member = memberIn(session)
              if (session === null || member === null) return yield* problem("unauthenticated")
              return yield* answer(member, session)
            }),
          ),
        )

      const suggest = Effect.fnUntraced(function* (
        { token }: SessionMember,
        stem: string,
        header: HeaderReader,
      ) {
        const { locale } = resolveLocale(
          "/",
          cookieOf(header("cookie"), LANGUAGE_COOKIE),
          header("accept-language"),
        )
        const outcome = yield* api.call({
          call: "GET /username/suggestions",
          query: {
            username: stem,
            limit: String(SUGGESTIONS_ASKED),
            maxLength: String(SUGGESTION_MAX_LENGTH),
          },
          token,
          lang: locale,
          noNude: false,
        })
        return outcome._tag === "Answered"
          ? personalResponse({ suggestions: outcome.body.suggestions.slice(0, SUGGESTIONS_ASKED) })
          : yield* problem("unavailable")
      })

      return Queries.of({
        session: (asker) =>
          counted(
            asker,
            orUnavailable(
              Effect.map(browsers.known(asker.header), (known) =>
                personalResponse(sessionAnswer(known?.session ?? null)),
              ),
            ),
          ),
        openSessions: (asker) =>
          asMember(
            asker,
            Effect.fnUntraced(function* ({ memberId }, { owner }) {
              const records = yield* sessions.openSessions(memberId, yield* Clock.currentTimeMillis)
              return personalResponse({ sessions: openSessionsAnswer(records, owner) })
            }),
          ),
        usernameSuggestions: (asker, url) =>
          asMember(
            asker,
            Effect.fnUntraced(function* (member, { owner }) {
              const verdict = rates.take(
                { suggestionsPerOwner: owner },
                yield* Clock.currentTimeMillis,
              )
              if (!verdict.allowed) {
                const { retryAfterSeconds } = verdict
                return yield* problem("tooMany", { retryAfterSeconds })
              }
              const stem = suggestionStem(url.searchParams.get("username") ?? "")
              // Nothing was typed that a name could be made of.
              if (stem === "") return personalResponse({ suggestions: [] })
              return yield* suggest(member, stem, asker.header)
            }),
          ),
      })
    }),
  )
}
