/**
 * POST /api/choices (docs/protocol.md, "Queries"): sets the cookie of the visitor's choice again. The page has set
 * it already, but Safari limits a script's cookie to seven days (COOKIE-04).
 *
 * Invariants: nothing is looked up or stored, and no other cookie is touched; only the posted choice is written, so
 * that no mere page view extends a choice.
 */
import { Context, Effect, Layer } from "effect"
import { VisitorChoice } from "@foldcast/contracts/queries/visitor-choice"
import { rateKeyOf } from "@foldcast/limits/rate-key"
import { GatewayConfig } from "../config.ts"
import { makeAnswerProblem } from "../http/answer-problem.ts"
import { readJson } from "../http/body.ts"
import { choiceCookie } from "../http/choice-cookies.ts"
import { personalResponse } from "./answers.ts"
import { type MemberResponse, type QueryRequester, makeMemberAsking } from "./member-asking.ts"

export interface ChoicesShape {
  readonly keep: (asker: QueryRequester, request: Request) => MemberResponse
}

const MAX_BYTES = 256

export class Choices extends Context.Service<Choices, ChoicesShape>()("gateway/Choices") {
  static readonly layer = Layer.effect(
    Choices,
    Effect.gen(function* () {
      const { production } = yield* GatewayConfig
      const problem = yield* makeAnswerProblem
      const { limited } = yield* makeMemberAsking

      return Choices.of({
        keep: ({ address }, request) =>
          limited(
            { queriesPerAddress: rateKeyOf(address) },
            Effect.matchEffect(readJson(request, VisitorChoice, MAX_BYTES), {
              onFailure: ({ kind, label }) => problem(kind, { label }),
              onSuccess: (choice) =>
                Effect.sync(() => {
                  const response = personalResponse(choice)
                  response.headers.append("Set-Cookie", choiceCookie(choice, production))
                  return response
                }),
            }),
          ),
      })
    }),
  )
}
