/**
 * What every REST call goes through: the gateway's key, the member's token where there is one, a body
 * that decodes with the contract, an answer that encodes with it, and one form for every refusal.
 *
 * Invariants: nothing is read before the key was right; what was not decided (a database that does not answer, a
 * defect of ours) has no label, so that nobody takes it for a refusal.
 */
import { Cause, Effect, Exit, Option, Schema, SchemaIssue } from "effect"
import { UpstreamRefusal } from "@foldcast/contracts/upstream/member-api"
import { Locale } from "@foldcast/contracts/units"
import { mayStore } from "@foldcast/limits/storage-level"
import { BackendConfig } from "../config.ts"
import { FreeSpace, type StoredFor } from "../db/free-space.ts"
import type { ConstraintViolated, DatabaseUnavailable } from "../db/errors.ts"
import { authenticate, authenticateAny, type Authenticated } from "../members/authenticate.ts"
import type { DeletionListUnavailable } from "../members/deletion-list.ts"
import type { Member } from "../members/member.ts"
import { isKey } from "./api-key.ts"
import { apiKeyRefused, badRequest, noRoom, Refused } from "./refused.ts"

/** One request as the handlers see it. */
export interface Call<Body> {
  readonly body: Body
  readonly query: URLSearchParams
  /** Filled from the path's `:id`. */
  readonly id: string
  /** Filled from the path's `:albumId`. */
  readonly albumId: string
  readonly lang: Locale
  /** The browser's, as the gateway says; the gateway's own where it does not say. */
  readonly address: string
  /** The browser's own word for itself, as the gateway says. */
  readonly agent: string | null
}

export interface Incoming {
  readonly headers: Headers
  readonly query: URLSearchParams
  readonly id: string
  readonly albumId: string
  readonly peer: string
  /** Undefined when it is no JSON; null when there is none. */
  readonly json: unknown
}

export type CallError = Refused | DatabaseUnavailable | ConstraintViolated | DeletionListUnavailable
/** Another try may find what is missing now. */
const PASSES: ReadonlySet<string | undefined> = new Set([
  "DatabaseUnavailable",
  "DeletionListUnavailable",
])

/** Characters of a user agent that are looked at. */
const MAX_AGENT = 400

const isLocale = Schema.is(Locale)
const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

/** For a call whose answer is no JSON; the others go through it by themselves. */
export const requireKey = Effect.fnUntraced(function* ({ headers, query }: Incoming) {
  const { memberApiKey } = yield* BackendConfig
  const shown = headers.get("x-api-key") ?? query.get("key") ?? ""
  if (!isKey(memberApiKey, shown)) return yield* apiKeyRefused()
})

const tokenOf = ({ headers }: Incoming): string | null => {
  const header = headers.get("authorization")
  return header === null ? null : (/^Bearer (\S+)$/u.exec(header)?.[1] ?? "")
}

/** Which member of the body is wrong; never what stood there. */
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

const callOf = <Body>(incoming: Incoming, body: Body, member: Member | null): Call<Body> => {
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

export type Responder<R> = (incoming: Incoming) => Effect.Effect<Response, never, R>

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

/** Refusals, and what nobody decided, as responses. */
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
  /** For whom it stores what may be refused where room is short; absent where it must not be. */
  readonly storesFor?: StoredFor
}

/** What all calls have in common; `whoAsks` refuses whom the call is not for. */
const callBy = <Who extends { readonly member: Member | null }, Body, Answer, W, R>(
  { body, answer, storesFor }: Shape<Body, Answer>,
  whoAsks: (incoming: Incoming) => Effect.Effect<Who, CallError, W>,
  handle: (who: Who, call: Call<Body>) => Effect.Effect<Answer, CallError, R>,
) => {
  const decode = decodeBody(body)
  const respond = answering(answer)
  return (incoming: Incoming) =>
    responding(
      Effect.gen(function* () {
        yield* requireKey(incoming)
        const { room } = yield* FreeSpace
        if (storesFor !== undefined && !mayStore(room(), storesFor === "members")) {
          return yield* noRoom()
        }
        const who = yield* whoAsks(incoming)
        const call = callOf(incoming, yield* decode(incoming.json), who.member)
        return yield* respond(yield* handle(who, call))
      }),
    )
}

const maybeMember = Effect.fnUntraced(function* (incoming: Incoming) {
  const token = tokenOf(incoming)
  return { member: token === null ? null : (yield* authenticate(token)).member }
})

/** A call that a guest may make too; with a token that is not good it is refused all the same. */
export const openCall = <Body, Answer, R>(
  spec: Shape<Body, Answer> & {
    readonly handle: (
      call: Call<Body>,
      member: Member | null,
    ) => Effect.Effect<Answer, CallError, R>
  },
) => callBy(spec, maybeMember, ({ member }, call) => spec.handle(call, member))

/** A call of a member, named by the bearer token and by nothing else. `loggedInAt`: of the token's log-in. */
export const memberCall = <Body, Answer, R>(
  spec: Shape<Body, Answer> & {
    readonly handle: (
      member: Member,
      call: Call<Body>,
      loggedInAt: number,
    ) => Effect.Effect<Answer, CallError, R>
  },
) =>
  callBy(
    spec,
    (incoming) => authenticate(tokenOf(incoming) ?? ""),
    ({ member, loggedInAt }, call) => spec.handle(member, call, loggedInAt),
  )

/**
 * A member's call that the token of a password-reset link may make too.
 */
export const memberOrResetCall = <Body, Answer, R>(
  spec: Shape<Body, Answer> & {
    readonly handle: (
      member: Member,
      call: Call<Body>,
      token: Pick<Authenticated, "loggedInAt" | "resetLink">,
    ) => Effect.Effect<Answer, CallError, R>
  },
) =>
  callBy(
    spec,
    (incoming) => authenticateAny(tokenOf(incoming) ?? ""),
    ({ member, ...token }, call) => spec.handle(member, call, token),
  )

/** For calls whose body nobody reads. */
export const NoBody = Schema.Unknown
