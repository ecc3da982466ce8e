/**
 * CheckResetLink → ResetLinkChecked | ResetLinkRefused: whether the link of a reset is of use, before anybody
 * thinks of a password. Asked as the change itself asks, by POST /login, which leaves such a link as it is
 * (contracts/upstream/member-api.ts); the token that is answered is dropped here.
 *
 * It is no way to guess: what is refused is counted by the address.
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
