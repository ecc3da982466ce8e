/**
 * CheckResetLink → ResetLinkChecked | ResetLinkRefused: whether a reset link is still valid, before the visitor types
 * a password. It calls POST /login as the change itself does, which does not use such a link up
 * (contracts/upstream/member-api.ts), and drops the token of the answer. Refused links are counted by address, so
 * that nobody guesses them.
 */
import { Effect } from "effect"
import { labelOf } from "../normalise/call-failure.ts"
import { makeCommandFacts } from "./command-facts.ts"
import type { Handler } from "./handler.ts"
import { LogInFlow } from "./log-in-flow.ts"

const makeCheckResetLink = Effect.gen(function* () {
  const logInFlow = yield* LogInFlow
  const facts = yield* makeCommandFacts

  const checkResetLink: Handler<"CheckResetLink"> = Effect.fnUntraced(function* (
    { token },
    context,
  ) {
    const answer = yield* logInFlow.requestToken({ token }, context)
    switch (answer._tag) {
      case "Token":
        return yield* facts.answered(context, { _tag: "ResetLinkChecked" })
      case "Refused":
        return yield* facts.answered(context, {
          _tag: "ResetLinkRefused",
          label: labelOf(answer.failure),
        })
      case "Declined":
        return yield* facts.decided(context, { _tag: "ResetLinkRefused", label: answer.label })
    }
  })
  return checkResetLink
})

export const checkResetLinkHandlers = { CheckResetLink: makeCheckResetLink }
