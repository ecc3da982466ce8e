/** VerifyAge → AgeVerified, in every visit of this browser | AgeVerificationRefused. */
import { Clock, Effect } from "effect"
import type { Event } from "@foldcast/contracts/stream/event"
import { UNAVAILABLE } from "../normalise/normalise-answer.ts"
import { Pipeline } from "../pipeline.ts"
import { AgeCheck } from "../sessions/age-check.ts"
import { SessionStore } from "../sessions/session-store.ts"
import { HANDLED, type Handler } from "./handler.ts"

export const makeVerifyAge = Effect.gen(function* () {
  const ageCheck = yield* AgeCheck
  const sessions = yield* SessionStore
  const pipeline = yield* Pipeline

  const verifyAge: Handler<"VerifyAge"> = Effect.fnUntraced(function* (_command, context) {
    const { visit, session, commandId, clientAddress } = context
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
    yield* pipeline.facts(
      [event],
      { visit: visit.visit, owner: visit.owner, member: visit.member },
      { from: "gateway", cause: commandId },
    )
    return HANDLED
  })
  return verifyAge
})
