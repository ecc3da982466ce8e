/** VerifyAge → AgeVerified, in every visit of this browser | AgeVerificationRefused. */
import { Clock, Effect } from "effect"
import type { Event } from "@foldcast/contracts/stream/event"
import { UNAVAILABLE } from "../normalise/call-failure.ts"
import { AgeCheck } from "../sessions/age-check.ts"
import { SessionStore } from "../sessions/session-store.ts"
import { makeCommandFacts } from "./command-facts.ts"
import type { Handler } from "./handler.ts"

const makeVerifyAge = Effect.gen(function* () {
  const ageCheck = yield* AgeCheck
  const sessions = yield* SessionStore
  const facts = yield* makeCommandFacts

  const verifyAge: Handler<"VerifyAge"> = Effect.fnUntraced(function* (_command, context) {
    const { session, clientAddress } = context
    const { owner } = session
    const verdict = yield* ageCheck.verify({ owner, clientAddress })
    const now = yield* Clock.currentTimeMillis
    const event: Event =
      verdict._tag === "Refused"
        ? { _tag: "AgeVerificationRefused", label: verdict.label }
        : yield* sessions.passAgeCheck(owner, now).pipe(
            Effect.as<Event>({ _tag: "AgeVerified" }),
            Effect.catch((error) =>
              Effect.as(Effect.logError("an age check could not be stored", error.message), {
                _tag: "AgeVerificationRefused",
                label: UNAVAILABLE,
              } satisfies Event),
            ),
          )
    return yield* facts.decided(context, event)
  })
  return verifyAge
})

export const verifyAgeHandlers = { VerifyAge: makeVerifyAge }
