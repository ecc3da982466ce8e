/**
 * The way in, shared by the commands that log somebody in: POST /login for the token, the profile for who it is, then
 * the session, then the facts. The token goes into the session and nowhere else.
 *
 * Another member than the one logged in means another person at this computer: the old session ends
 * whole, the new one begins with its own owner.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { CallPresence } from "../callers/call-presence.ts"
import { GatewayConfig } from "../config.ts"
import { Fatal } from "../fatal.ts"
import { RateLimits } from "../http/rate-limits.ts"
import type { LogUnavailable } from "../log/visit-log.ts"
import { loggedIn, logInRefused, memberLoaded } from "../normalise/account.ts"
import { UNAVAILABLE } from "../normalise/call-failure.ts"
import { Pipeline } from "../pipeline.ts"
import { agentLabel } from "../sessions/agent-label.ts"
import {
  type SessionMember,
  type SessionRefused,
  SessionStore,
  type SessionsUnavailable,
} from "../sessions/session-store.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { SessionEnder } from "../members/session-ender.ts"
import { outboxOf, recipientOf } from "../visits/registry.ts"
import { MemberPresence } from "../members/member-presence.ts"
import { MemberProfiles } from "../members/member-profiles.ts"
import { makeCloseOldStreams } from "../visits/close-old-streams.ts"
import { makeCommandFacts } from "./command-facts.ts"
import {
  browserOf,
  type CommandContext,
  type Handled,
  TOO_MANY_ATTEMPTS,
  callTraits,
} from "./handler.ts"
import {
  attemptKeys,
  type Credentials,
  disclosedFailure,
  logInBody,
  type Token,
  type TokenAnswer,
  tokenAnswer,
} from "./log-in-token.ts"

export interface LogInFlowShape {
  /** Asks for a token and does nothing with it yet. */
  readonly requestToken: (
    credentials: Credentials,
    context: CommandContext,
  ) => Effect.Effect<TokenAnswer>
  /** Makes the token the session's and tells who is in, or why there is none. */
  readonly complete: (
    answer: TokenAnswer,
    context: CommandContext,
  ) => Effect.Effect<Handled, LogUnavailable>
}

const makeDeps = Effect.gen(function* () {
  return {
    api: yield* MemberApi,
    profile: yield* MemberProfiles,
    facts: yield* makeCommandFacts,
    pipeline: yield* Pipeline,
    sessions: yield* SessionStore,
    cutStreams: yield* makeCloseOldStreams,
    presence: yield* MemberPresence,
    endSession: yield* SessionEnder,
    calls: yield* CallPresence,
    fatal: yield* Fatal,
    rates: yield* RateLimits,
    scope: yield* Effect.scope,
    config: yield* GatewayConfig,
  }
})
type Deps = Effect.Success<typeof makeDeps>

/** Counted before it runs and given back when it succeeds: many at once are no way around. */
const requestToken = Effect.fnUntraced(function* (
  { api, rates }: Deps,
  credentials: Credentials,
  context: CommandContext,
) {
  const counted = attemptKeys(credentials, context.clientAddress)
  const verdict = rates.take(counted, yield* Clock.currentTimeMillis)
  if (!verdict.allowed) {
    return { _tag: "Declined", label: TOO_MANY_ATTEMPTS } satisfies TokenAnswer
  }
  const outcome = yield* api.call({
    call: "POST /login",
    body: logInBody(credentials),
    ...callTraits(context),
    ...browserOf(context),
  })
  if (outcome._tag !== "Refused") rates.giveBack(counted)
  if (outcome._tag !== "Answered") {
    return { _tag: "Refused", failure: outcome } satisfies TokenAnswer
  }
  return tokenAnswer(outcome.body.token)
})

/** More calls than can begin beside one log-in. */
const MOST_CALLS_ENDED = 3

const isCalling = (error: LogUnavailable | SessionRefused | SessionsUnavailable): boolean =>
  error._tag === "SessionRefused" && error.why === "calling"

const endCall = Effect.fnUntraced(function* (
  { calls, sessions }: Deps,
  { session: { owner }, commandId }: CommandContext,
) {
  if (yield* calls.end(owner, commandId)) return
  // One that no secret opens any more.
  yield* sessions.keepCall(owner, null, yield* Clock.currentTimeMillis)
})

const decline = ({ facts }: Deps, label: string, context: CommandContext) =>
  facts.decided(context, { _tag: "LogInRefused", label })

/** Stores the member in the session; with another member's session that one ends first. */
const takeSession = Effect.fnUntraced(function* (
  { sessions, endSession }: Deps,
  member: SessionMember,
  context: CommandContext,
) {
  const now = yield* Clock.currentTimeMillis
  const { owner, member: present } = context.session
  const agent = agentLabel(context.userAgent)
  if (present === null || present.memberId === member.memberId) {
    const cookie = yield* sessions.logIn(owner, member, now, { agent, proof: context.proof })
    return { cookie, continues: true }
  }
  const next = yield* endSession.of(owner, "replaced", context.commandId)
  const opened = next ?? (yield* sessions.open(now))
  const cookie = yield* sessions.logIn(opened.session.owner, member, now, { agent })
  return { cookie, continues: false }
})

const enterWith = Effect.fnUntraced(function* (
  deps: Deps,
  { token, content }: Token,
  context: CommandContext,
) {
  const { pipeline, profile, facts, presence, fatal, scope, config } = deps
  const { memberId, expiresAt } = content
  const { visit, commandId } = context
  const asked = pipeline.stamp(memberId)
  const info = yield* profile.ask(token, visit)
  if (info._tag !== "Answered") return yield* facts.answered(context, logInRefused(info))
  const { username, verified } = info.body
  const latest = (yield* Clock.currentTimeMillis) + config.longestSessionMs
  const member: SessionMember = {
    memberId,
    username,
    verified,
    token,
    tokenExpiresAt: Math.min(expiresAt, latest),
  }
  // Who logs in pays with credits: the call is over before anybody is charged for both (AUTH-14).
  const ended = { isCall: false }
  const taken = yield* takeSession(deps, member, context).pipe(
    Effect.tapError((error) => {
      ended.isCall ||= isCalling(error)
      return isCalling(error) ? endCall(deps, context) : Effect.void
    }),
    Effect.retry({ times: MOST_CALLS_ENDED, while: isCalling }),
    Effect.catchTag(["SessionsUnavailable", "SessionRefused"], (error) =>
      Effect.as(Effect.logError("a log-in could not be stored", error.message), null),
    ),
  )
  if (taken === null) return yield* decline(deps, UNAVAILABLE, context)
  if (taken.continues) {
    yield* deps.cutStreams(context, { reopens: true })
    yield* pipeline.answered(
      [loggedIn(memberId, info.body), ...memberLoaded(info.body)],
      { ...recipientOf(visit), member: memberId },
      { cause: commandId, asked, becomes: memberId },
    )
    const outbox = outboxOf(visit)
    if (outbox !== null && outbox.phase !== "closed") {
      yield* Effect.forkIn(fatal.guard(presence.arrived(visit, member)), scope)
    }
  }
  return { cookie: taken.cookie, ...(ended.isCall && { call: null }) } satisfies Handled
})

const complete = (deps: Deps, answer: TokenAnswer, context: CommandContext) => {
  switch (answer._tag) {
    case "Token":
      return enterWith(deps, answer, context)
    case "Refused": {
      const failure = disclosedFailure(answer.failure, deps.config.accountDisclosure)
      return deps.facts.answered(context, logInRefused(failure))
    }
    case "Declined":
      return decline(deps, answer.label, context)
  }
}

export class LogInFlow extends Context.Service<LogInFlow, LogInFlowShape>()("gateway/LogInFlow") {
  static readonly layer = Layer.effect(
    LogInFlow,
    Effect.map(makeDeps, (deps) =>
      LogInFlow.of({
        requestToken: (credentials, context) => requestToken(deps, credentials, context),
        complete: (answer, context) => complete(deps, answer, context),
      }),
    ),
  )
}
