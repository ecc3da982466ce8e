/**
 * What a page asks about passkeys (docs/protocol.md, "Queries"): the list, a challenge to use one with, and, with proof,
 * what to make another one with. Nothing of it is stored, and no challenge enters a log.
 *
 * Called by server/app.ts. Invariants: a challenge is asked for the browser's own session, at the origin that its
 * request came from, which http/origin.ts has checked; where the member API keeps no passkeys (UA63), the answers are null.
 */
import { Context, Effect, Layer, type Schema } from "effect"
import { MAX_PASSKEYS } from "@foldcast/contracts/passkey"
import {
  PasskeyChallengeQuery,
  PasskeyRegistrationQuery,
  type PasskeysAnswer,
} from "@foldcast/contracts/queries/passkeys"
import { presentPasswordFault } from "@foldcast/rules/present-password"
import { Brands } from "../brand/brands.ts"
import { GatewayConfig } from "../config.ts"
import { makeAnswerProblem } from "../http/answer-problem.ts"
import { readJson } from "../http/body.ts"
import { publicOrigin } from "../http/public-origin.ts"
import { Browsers } from "../members/browsers.ts"
import { makePasswordTries } from "../members/password-tries.ts"
import { challengePlace, proofOf, presentPassword } from "../members/proof.ts"
import type { ResolvedSession } from "../sessions/session-store.ts"
import type { CallFailure, CallOutcome } from "../upstream/frame.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { memberIn, personalResponse } from "./answers.ts"
import { type Answering, type Asker, localeOf, makeMemberAsking } from "./member-asking.ts"

export interface PasskeysShape {
  readonly list: (asker: Asker) => Answering
  readonly challenge: (asker: Asker, request: Request) => Answering
  readonly registration: (asker: Asker, request: Request) => Answering
}

/** Bytes of what is asked with: a password, or an assertion. */
const MAX_QUERY_BYTES = 8_192
const NOT_FOUND = 404

type Refused = Extract<CallFailure, { readonly _tag: "Refused" }>

export class Passkeys extends Context.Service<Passkeys, PasskeysShape>()("gateway/Passkeys") {
  static readonly layer = Layer.effect(
    Passkeys,
    Effect.gen(function* () {
      const { origins } = yield* GatewayConfig
      const api = yield* MemberApi
      const brands = yield* Brands
      const browsers = yield* Browsers
      const tries = yield* makePasswordTries
      const problem = yield* makeAnswerProblem
      const { counted, asMember } = yield* makeMemberAsking

      /** In the upstream's word where it refused, so that the form says why. */
      const refuse = (failure: CallFailure) => {
        if (failure._tag !== "Refused") return problem("unavailable")
        return problem("malformed", failure.label === null ? {} : { label: failure.label })
      }

      const answer = <A>(outcome: CallOutcome<A>) =>
        outcome._tag === "Answered"
          ? Effect.succeed(personalResponse(outcome.body))
          : refuse(outcome)

      /** A 404 of these says that the service has no such call. */
      const keepsNone = (outcome: CallOutcome<unknown>): outcome is Refused =>
        outcome._tag === "Refused" && outcome.status === NOT_FOUND

      const reading = <A, E>(
        request: Request,
        schema: Schema.Codec<A, unknown>,
        use: (asked: A) => Effect.Effect<Response, E>,
      ) =>
        Effect.matchEffect(readJson(request, schema, MAX_QUERY_BYTES), {
          onFailure: ({ kind, label }) => problem(kind, { label }),
          onSuccess: use,
        })

      const upstream = (asker: Asker) => ({ lang: localeOf(asker), noNude: false })
      const whereIs = ({ header }: Asker, session: ResolvedSession) => ({
        origin: header("origin") ?? "",
        session,
      })

      return Passkeys.of({
        list: (asker) =>
          asMember(
            asker,
            Effect.fnUntraced(function* ({ token }) {
              const { hostname } = new URL(publicOrigin(origins, asker.header("host")))
              const outcome = yield* api.call({ call: "GET /passkeys", token, ...upstream(asker) })
              if (keepsNone(outcome)) return personalResponse(null)
              if (outcome._tag !== "Answered") return yield* refuse(outcome)
              const body: PasskeysAnswer = {
                passkeys: outcome.body.passkeys.map((passkey) => ({
                  ...passkey,
                  isOfThisSite: passkey.host === hostname,
                })),
                most: MAX_PASSKEYS,
              }
              return personalResponse(body)
            }),
          ),
        challenge: (asker, request) =>
          counted(
            asker,
            reading(
              request,
              PasskeyChallengeQuery,
              Effect.fnUntraced(function* ({ purpose }) {
                const session = (yield* browsers.identify(asker.header))?.session ?? null
                const member = memberIn(session)
                if (session === null || (purpose !== "logIn" && member === null)) {
                  return yield* problem("unauthenticated")
                }
                const outcome = yield* api.call({
                  call: "POST /passkeys/challenge",
                  body: { ...challengePlace(whereIs(asker, session)), purpose },
                  ...(purpose !== "logIn" && member !== null && { token: member.token }),
                  ...upstream(asker),
                })
                return keepsNone(outcome) ? personalResponse(null) : yield* answer(outcome)
              }),
            ),
          ),
        registration: (asker, request) =>
          asMember(asker, (member, session) =>
            reading(
              request,
              PasskeyRegistrationQuery,
              Effect.fnUntraced(function* (proof) {
                const password = presentPassword(proof)
                const fault = password === null ? null : presentPasswordFault(password)
                if (fault !== null) return yield* problem("malformed", { label: fault })
                const where = { clientAddress: asker.address }
                const giveBackTry = yield* tries.take(member, where)
                if (giveBackTry === null) {
                  return yield* problem("malformed", { label: "tooManyAttempts" })
                }
                const place = whereIs(asker, session)
                const outcome = yield* api.call({
                  call: "POST /passkeys/registration",
                  token: member.token,
                  body: {
                    ...challengePlace(place),
                    name: brands.of(asker.header("host")).name,
                    ...proofOf(proof, place),
                  },
                  ...upstream(asker),
                })
                if (outcome._tag !== "Refused") giveBackTry()
                return yield* answer(outcome)
              }),
            ),
          ),
      })
    }),
  )
}
