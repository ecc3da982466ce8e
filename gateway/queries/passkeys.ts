/**
 * Queries about passkeys (docs/protocol.md, "Queries"): the list, a challenge to use one, and, with a proof, the
 * options to register one. Nothing is stored, and no challenge enters a log.
 *
 * Invariants: a challenge belongs to the browser's own session and to the origin of its request, which
 * http/origin.ts has checked; where the member API has no passkeys (UA63), the answers are null.
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
import type { ResolvedSession, SessionMember } from "../sessions/session-store.ts"
import type { CallFailure, CallOutcome } from "../upstream/frame.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { memberIn, personalResponse } from "./answers.ts"
import {
  type MemberResponse,
  type QueryRequester,
  localeOf,
  makeMemberAsking,
} from "./member-asking.ts"

export interface PasskeysShape {
  readonly list: (asker: QueryRequester) => MemberResponse
  readonly challenge: (asker: QueryRequester, request: Request) => MemberResponse
  readonly registration: (asker: QueryRequester, request: Request) => MemberResponse
}

/** Bytes of a query's body: a password, or an assertion. */
const MAX_QUERY_BYTES = 8_192
const NOT_FOUND = 404

const passkeyServices = Effect.gen(function* () {
  const { origins } = yield* GatewayConfig
  return {
    origins,
    api: yield* MemberApi,
    brands: yield* Brands,
    browsers: yield* Browsers,
    tries: yield* makePasswordTries,
    problem: yield* makeAnswerProblem,
    ...(yield* makeMemberAsking),
  }
})

type PasskeyServices = Effect.Success<typeof passkeyServices>

/** Uses the label of the upstream's refusal, so that the form can show the reason. */
const refuse = ({ problem }: PasskeyServices, failure: CallFailure) => {
  if (failure._tag !== "Refused") return problem("unavailable")
  return problem("malformed", failure.label === null ? {} : { label: failure.label })
}

const answer = <A>(services: PasskeyServices, outcome: CallOutcome<A>) =>
  outcome._tag === "Answered"
    ? Effect.succeed(personalResponse(outcome.body))
    : refuse(services, outcome)

/** A 404 of these calls means that the service does not support passkeys. */
const hasNoPasskeys = (
  outcome: CallOutcome<unknown>,
): outcome is Extract<CallFailure, { readonly _tag: "Refused" }> =>
  outcome._tag === "Refused" && outcome.status === NOT_FOUND

const reading = <A, E>(
  { problem }: PasskeyServices,
  request: Request,
  schema: Schema.Codec<A, unknown>,
  use: (asked: A) => Effect.Effect<Response, E>,
) =>
  Effect.matchEffect(readJson(request, schema, MAX_QUERY_BYTES), {
    onFailure: ({ kind, label }) => problem(kind, { label }),
    onSuccess: use,
  })

const upstream = (asker: QueryRequester) => ({ lang: localeOf(asker), noNude: false })
const ceremonyAt = ({ header }: QueryRequester, session: ResolvedSession) => ({
  origin: header("origin") ?? "",
  session,
})

const listPasskeys = Effect.fnUntraced(function* (
  services: PasskeyServices,
  asker: QueryRequester,
  { token }: SessionMember,
) {
  const { api, origins } = services
  const { hostname } = new URL(publicOrigin(origins, asker.header("host")))
  const outcome = yield* api.call({ call: "GET /passkeys", token, ...upstream(asker) })
  if (hasNoPasskeys(outcome)) return personalResponse(null)
  if (outcome._tag !== "Answered") return yield* refuse(services, outcome)
  const body: PasskeysAnswer = {
    passkeys: outcome.body.passkeys.map((passkey) => ({
      ...passkey,
      isOfThisSite: passkey.host === hostname,
    })),
    most: MAX_PASSKEYS,
  }
  return personalResponse(body)
})

const challenge = Effect.fnUntraced(function* (
  services: PasskeyServices,
  asker: QueryRequester,
  { purpose }: typeof PasskeyChallengeQuery.Type,
) {
  const { api, browsers, problem } = services
  const session = (yield* browsers.identify(asker.header))?.session ?? null
  const member = memberIn(session)
  if (session === null || (purpose !== "logIn" && member === null)) {
    return yield* problem("unauthenticated")
  }
  const outcome = yield* api.call({
    call: "POST /passkeys/challenge",
    body: { ...challengePlace(ceremonyAt(asker, session)), purpose },
    ...(purpose !== "logIn" && member !== null && { token: member.token }),
    ...upstream(asker),
  })
  return hasNoPasskeys(outcome) ? personalResponse(null) : yield* answer(services, outcome)
})

const beginRegistration = Effect.fnUntraced(function* (
  services: PasskeyServices,
  asker: QueryRequester,
  { member, session }: { readonly member: SessionMember; readonly session: ResolvedSession },
  proof: typeof PasskeyRegistrationQuery.Type,
) {
  const { api, brands, problem, tries } = services
  const password = presentPassword(proof)
  const fault = password === null ? null : presentPasswordFault(password)
  if (fault !== null) return yield* problem("malformed", { label: fault })
  const giveBackTry = yield* tries.take(member, { clientAddress: asker.address })
  if (giveBackTry === null) return yield* problem("malformed", { label: "tooManyAttempts" })
  const place = ceremonyAt(asker, session)
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
  return yield* answer(services, outcome)
})

export class Passkeys extends Context.Service<Passkeys, PasskeysShape>()("gateway/Passkeys") {
  static readonly layer = Layer.effect(
    Passkeys,
    Effect.map(passkeyServices, (services) =>
      Passkeys.of({
        list: (asker) =>
          services.asMember(asker, (member) => listPasskeys(services, asker, member)),
        challenge: (asker, request) =>
          services.counted(
            asker,
            reading(services, request, PasskeyChallengeQuery, (query) =>
              challenge(services, asker, query),
            ),
          ),
        registration: (asker, request) =>
          services.asMember(asker, (member, session) =>
            reading(services, request, PasskeyRegistrationQuery, (proof) =>
              beginRegistration(services, asker, { member, session }, proof),
            ),
          ),
      }),
    ),
  )
}
