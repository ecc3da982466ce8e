/**
 * The queries about the browser's session and in its member's name: GET, without effects, answered from the session
 * store or by the upstream (docs/protocol.md, "Queries"). Personal bodies are never stored.
 *
 * Invariant: only the cookie decides whose sessions and suggestions they are.
 */
import { Clock, Context, Effect, Layer } from "effect"
import {
  SUGGESTIONS_ASKED,
  suggestionStem,
  SUGGESTION_MAX_LENGTH,
} from "@foldcast/rules/username-suggestions"
import type { Locale } from "@foldcast/contracts/units"
import { Browsers } from "../members/browsers.ts"
import { makeAnswerProblem } from "../http/answer-problem.ts"
import { type SessionMember, SessionStore } from "../sessions/session-store.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { openSessionsAnswer, personalResponse, sessionAnswer } from "./answers.ts"
import {
  type MemberResponse,
  type QueryRequester,
  localeOf,
  makeMemberAsking,
} from "./member-asking.ts"

export interface QueriesShape {
  readonly session: (asker: QueryRequester) => MemberResponse
  readonly openSessions: (asker: QueryRequester) => MemberResponse
  readonly usernameSuggestions: (asker: QueryRequester, url: URL) => MemberResponse
}

export class Queries extends Context.Service<Queries, QueriesShape>()("gateway/Queries") {
  static readonly layer = Layer.effect(
    Queries,
    Effect.gen(function* () {
      const browsers = yield* Browsers
      const sessions = yield* SessionStore
      const api = yield* MemberApi

      const problem = yield* makeAnswerProblem
      const { counted, limited, asMember } = yield* makeMemberAsking

      const suggest = Effect.fnUntraced(function* (
        { token }: SessionMember,
        stem: string,
        lang: Locale,
      ) {
        const outcome = yield* api.call({
          call: "GET /username/suggestions",
          query: {
            username: stem,
            limit: String(SUGGESTIONS_ASKED),
            maxLength: String(SUGGESTION_MAX_LENGTH),
          },
          token,
          lang,
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
            Effect.map(browsers.identify(asker.header), (known) =>
              personalResponse(sessionAnswer(known?.session ?? null)),
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
          asMember(asker, (member, { owner }) => {
            const stem = suggestionStem(url.searchParams.get("username") ?? "")
            return limited(
              { suggestionsPerOwner: owner },
              // Nothing was typed from which a name could be made.
              stem === ""
                ? Effect.succeed(personalResponse({ suggestions: [] }))
                : suggest(member, stem, localeOf(asker)),
            )
          }),
      })
    }),
  )
}
