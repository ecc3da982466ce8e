/**
 * What every REST call goes through: the gateway's API key, the member's token if there is one, decoding of the body
 * and encoding of the answer by the contract, and one form for every refusal.
 *
 * Invariants: nothing is read before the key is checked; a failure that is no decision (a database that does not
 * answer, a defect) has no label, so that nobody takes it for a refusal.
 */
import { Cause, Effect, Exit, Option, Schema, SchemaIssue } from "effect"
import { UpstreamRefusal } from "@foldcast/contracts/upstream/member-api"
import { Locale } from "@foldcast/contracts/units"
import { mayStore } from "@foldcast/limits/storage-level"
import { BackendConfig } from "../config.ts"
import { DatabaseSpace, type StoredFor } from "../db/database-space.ts"
import type { ConstraintViolated, DatabaseUnavailable } from "../db/errors.ts"
import {
  authenticate,
  authenticateAny,
  authenticateMemberOrCaller,
  type Authenticated,
} from "../members/authenticate.ts"
import { type CallTokenContent, CallTokens } from "../members/call-tokens.ts"
import type { DeletionListUnavailable } from "../account-deletion/deletion-list.ts"
import type { StoredMember } from "../members/member.ts"
import { isApiKey } from "../http/api-key.ts"
import { bearerIn } from "../http/bearer.ts"
import { apiKeyRefused, badRequest, storageFull, Refused, unauthorized } from "../http/refused.ts"

/** A request as the handlers see it. */
export interface Call<Body> {
  readonly body: Body
  readonly query: URLSearchParams
  /** Filled from the path's `:id`. */
  readonly id: string
  /** Filled from the path's `:albumId`. */
  readonly albumId: string
  readonly lang: Locale
  /** The browser's address by the gateway's header; the gateway's own where the header is missing. */
  readonly address: string
  /** The browser's user agent by the gateway's header. */
  readonly agent: string | null
}

export interface IncomingCall {
  readonly headers: Headers
  readonly query: URLSearchParams
  readonly id: string
  readonly albumId: string
  readonly peer: string
  /** Undefined: no valid JSON. Null: no body. */
  readonly json: unknown
}

export type CallError = Refused | DatabaseUnavailable | ConstraintViolated | DeletionListUnavailable
/** Errors after which a retry may succeed. */
const PASSES: ReadonlySet<string | undefined> = new Set([
  "DatabaseUnavailable",
  "DeletionListUnavailable",
])

/** User agents are cut to this length. */
const MAX_AGENT = 400

const isLocale = Schema.is(Locale)
const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

/** For calls without a body. */
export const requireKey = Effect.fnUntraced(function* ({ headers, query }: IncomingCall) {
  const { memberApiKey } = yield* BackendConfig
  const shown = headers.get("x-api-key") ?? query.get("key") ?? ""
  if (!isApiKey(memberApiKey, shown)) return yield* apiKeyRefused()
})

/** The faulty fields of the body, without their values. */
const faultsOf = (error: Schema.SchemaError) =>
  formatIssue(error.issue).issues.map(({ path }) => ({
    field: (path ?? []).map(String).join("."),
    label: "malformed",
  }))

const decodeBody = <A>(schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownEffect(schema, { errors: "all" })
  return (json: unknown) =>
    decode(json).pipe(Effect.mapError((error) => badRequest("body", faultsOf(error))))
}

const callOf = <Body>(
  incoming: IncomingCall,
  body: Body,
  member: StoredMember | null,
): Call<Body> => {
  const lang = incoming.query.get("lang")
  return {
    body,
    query: incoming.query,
    id: incoming.id,
    albumId: incoming.albumId,
    lang: isLocale(lang) ? lang : (member?.lang ?? "nl"),
    address: incoming.headers.get("x-client-address") ?? incoming.peer,
    agent: incoming.headers.get("x-client-agent")?.slice(0, MAX_AGENT) ?? null,
  }
}

export type CallResponder<R> = (incoming: IncomingCall) => Effect.Effect<Response, never, R>

const JSON_HEADERS = { "Content-Type": "application/json", "Cache-Control": "no-store" }

const encodeRefusal = Schema.encodeSync(UpstreamRefusal)

const refusalResponse = ({ status, label, fields, retryAfterSeconds, waitSeconds }: Refused) => {
  const told = {
    label,
    ...(fields !== undefined && { fields }),
    ...(waitSeconds !== undefined && { waitSeconds }),
  }
  return new Response(JSON.stringify(encodeRefusal(told)), {
    status,
    headers: {
      ...JSON_HEADERS,
      ...(retryAfterSeconds !== undefined && { "Retry-After": String(retryAfterSeconds) }),
    },
  })
}

const undecided = (status: 500 | 503) =>
  new Response("{}", { status, headers: { ...JSON_HEADERS, "Retry-After": "1" } })

/** Turns refusals and failures into responses. */
export const responding = <R>(
  work: Effect.Effect<Response, CallError, R>,
): Effect.Effect<Response, never, R> =>
  Effect.exit(work).pipe(
    Effect.flatMap((exit) => {
      if (Exit.isSuccess(exit)) return Effect.succeed(exit.value)
      const error = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
      if (error instanceof Refused) return Effect.succeed(refusalResponse(error))
      return error !== undefined && PASSES.has(error._tag)
        ? Effect.logWarning(error.message).pipe(Effect.as(undecided(503)))
        : Effect.logError("a call failed", exit.cause).pipe(Effect.as(undecided(500)))
    }),
  )

const answering = <A>(schema: Schema.Codec<A, unknown>) => {
  const encode = Schema.encodeUnknownEffect(schema)
  return (answer: A) =>
    encode(answer).pipe(
      Effect.orDie,
      Effect.map((json) => new Response(JSON.stringify(json), { headers: JSON_HEADERS })),
    )
}

interface Shape<Body, Answer> {
  readonly body: Schema.Codec<Body, unknown>
  readonly answer: Schema.Codec<Answer, unknown>
  /**
   * For whom the call stores something; it is refused when the disk is nearly full. Absent: never refused for that.
   */
  readonly storesFor?: StoredFor
}

/** What all calls share; `whoAsks` authenticates and refuses. */
const callBy = <Who extends { readonly member: StoredMember | null }, Body, Answer, W, R>(
  { body, answer, storesFor }: Shape<Body, Answer>,
  whoAsks: (incoming: IncomingCall) => Effect.Effect<Who, CallError, W>,
  handle: (who: Who, call: Call<Body>) => Effect.Effect<Answer, CallError, R>,
) => {
  const decode = decodeBody(body)
  const respond = answering(answer)
  return (incoming: IncomingCall) =>
    responding(
      Effect.gen(function* () {
        yield* requireKey(incoming)
        const { level } = yield* DatabaseSpace
        if (storesFor !== undefined && !mayStore(level(), storesFor === "members")) {
          return yield* storageFull()
        }
        const who = yield* whoAsks(incoming)
        const call = callOf(incoming, yield* decode(incoming.json), who.member)
        return yield* respond(yield* handle(who, call))
      }),
    )
}

const maybeMember = Effect.fnUntraced(function* (incoming: IncomingCall) {
  const token = bearerIn(incoming.headers)
  return { member: token === null ? null : (yield* authenticate(token)).member }
})

/** A call for guests and members; an invalid token is refused all the same. */
export const openCall = <Body, Answer, R>(
  spec: Shape<Body, Answer> & {
    readonly handle: (
      call: Call<Body>,
      member: StoredMember | null,
    ) => Effect.Effect<Answer, CallError, R>
  },
) => callBy(spec, maybeMember, ({ member }, call) => spec.handle(call, member))

/** A call of a member, who is named by the bearer token alone. `loggedInAt`: when the token's log-in was. */
export const memberCall = <Body, Answer, R>(
  spec: Shape<Body, Answer> & {
    readonly handle: (
      member: StoredMember,
      call: Call<Body>,
      loggedInAt: number,
    ) => Effect.Effect<Answer, CallError, R>
  },
) =>
  callBy(
    spec,
    (incoming) => authenticate(bearerIn(incoming.headers) ?? ""),
    ({ member, loggedInAt }, call) => spec.handle(member, call, loggedInAt),
  )

/** A member's call that is answered with something else than JSON. */
export const memberFileCall =
  <R>(handle: (member: StoredMember, id: string) => Effect.Effect<Response, CallError, R>) =>
  (incoming: IncomingCall) =>
    responding(
      Effect.gen(function* () {
        yield* requireKey(incoming)
        const { member } = yield* authenticate(bearerIn(incoming.headers) ?? "")
        return yield* handle(member, incoming.id)
      }),
    )

/** A member's call that a password-reset link's token may make too. */
export const memberOrResetCall = <Body, Answer, R>(
  spec: Shape<Body, Answer> & {
    readonly handle: (
      member: StoredMember,
      call: Call<Body>,
      token: Pick<Authenticated, "loggedInAt" | "resetLink">,
    ) => Effect.Effect<Answer, CallError, R>
  },
) =>
  callBy(
    spec,
    (incoming) => authenticateAny(bearerIn(incoming.headers) ?? ""),
    ({ member, ...token }, call) => spec.handle(member, call, token),
  )

/** A call for guests and members, to which whoever pays by phone is a guest. */
export const guestOrMemberCall = <Body, Answer, R>(
  spec: Shape<Body, Answer> & {
    readonly handle: (
      call: Call<Body>,
      member: StoredMember | null,
    ) => Effect.Effect<Answer, CallError, R>
  },
) =>
  callBy(
    spec,
    Effect.fnUntraced(function* (incoming: IncomingCall) {
      const token = bearerIn(incoming.headers)
      if (token === null) return { member: null }
      const bearer = yield* authenticateMemberOrCaller(token)
      return { member: bearer._tag === "Member" ? bearer.authenticated.member : null }
    }),
    ({ member }, call) => spec.handle(call, member),
  )

/** A call of whoever pays by phone. */
export const callerCall = <Body, Answer, R>(
  spec: Shape<Body, Answer> & {
    readonly handle: (
      caller: CallTokenContent,
      call: Call<Body>,
    ) => Effect.Effect<Answer, CallError, R>
  },
) =>
  callBy(
    spec,
    Effect.fnUntraced(function* (incoming: IncomingCall) {
      const caller = yield* (yield* CallTokens).read(bearerIn(incoming.headers) ?? "")
      return Option.isSome(caller) ? { member: null, caller: caller.value } : yield* unauthorized()
    }),
    ({ caller }, call) => spec.handle(caller, call),
  )

/** A call of a member, or of whoever pays by phone. */
export const memberOrCallerCall = <Body, Answer, R, S>(
  spec: Shape<Body, Answer> & {
    readonly handle: (member: StoredMember, call: Call<Body>) => Effect.Effect<Answer, CallError, R>
    readonly handleCaller: (
      caller: CallTokenContent,
      call: Call<Body>,
    ) => Effect.Effect<Answer, CallError, S>
  },
) =>
  callBy(
    spec,
    Effect.fnUntraced(function* (incoming: IncomingCall) {
      const bearer = yield* authenticateMemberOrCaller(bearerIn(incoming.headers) ?? "")
      return bearer._tag === "Member"
        ? { member: bearer.authenticated.member, caller: null }
        : { member: null, caller: bearer.caller }
    }),
    (who, call): Effect.Effect<Answer, CallError, R | S> =>
      who.caller === null ? spec.handle(who.member, call) : spec.handleCaller(who.caller, call),
  )

/** For calls whose body nobody reads. */
export const NoBody = Schema.Unknown
