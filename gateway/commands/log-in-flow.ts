/**
 * The way in, shared by LogIn, LogInWithToken, LogInWithPasskey, Register and Activate: POST /login for the token, the profile
 * for who it is, then the session, then the facts. The token goes into the session and nowhere else.
 *
 * Another member than the one logged in means another person at this computer: the old session ends
 * whole, the new one begins with its own owner.
 */
import { Clock, Context, Effect, Layer, Option, Redacted } from "effect"
import { LOGIN_LABELS } from "@foldcast/contracts/upstream/member-api"
import type { UsedPasskey } from "@foldcast/contracts/upstream/passkeys"
import { trimmedEmail } from "@foldcast/rules/email"
import { trimmedPassword } from "@foldcast/rules/password"
import { sameKey } from "@foldcast/rules/same-key"
import { rateKeyOf } from "@foldcast/rules/rate-key"
import { GatewayConfig } from "../config.ts"
import { Fatal } from "../fatal.ts"
import { RateLimits } from "../http/rate-limits.ts"
import type { LogUnavailable } from "../log/event-log.ts"
import { loggedIn, logInRefused, memberLoaded } from "../normalise/account.ts"
import { UNAVAILABLE } from "../normalise/call-failure.ts"
import { Pipeline } from "../pipeline.ts"
import { agentLabel } from "../sessions/agent-label.ts"
import { type SessionMember, SessionStore } from "../sessions/session-store.ts"
import type { CallFailure } from "../upstream/frame.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { SessionEnder } from "../members/session-ender.ts"
import { recipientOf } from "../visits/fan-out.ts"
import { outboxOf } from "../visits/registry.ts"
import { MemberPresence } from "../members/member-presence.ts"
import { MemberProfiles } from "../members/member-profiles.ts"
import { makeCloseOldStreams } from "../visits/close-old-streams.ts"
import { makeCommandFacts } from "./command-facts.ts"
import {
  browserOf,
  type CommandContext,
  type Handled,
  TOO_MANY_ATTEMPTS,
  visitOf,
} from "./handler.ts"
import { readToken, type TokenContent } from "./upstream-token.ts"

export type Credentials =
  | { readonly email: string; readonly password: string }
  /** The single-use token of a link. */
  | { readonly token: string }
  | { readonly passkey: UsedPasskey }

export interface LogInFlowShape {
  /** Asks for a token and does nothing with it yet. */
  readonly requestToken: (
    credentials: Credentials,
    context: CommandContext,
  ) => Effect.Effect<TokenAnswer>
  /**
   * For a command whose token may have been used up before the gateway died: the session it was stored
   * in then, which only the cookie before it asks for again. Null where it was not.
   */
  readonly stored: (context: CommandContext) => TokenAnswer | null
  /** Makes the token the session's and tells who is in, or why there is none. */
  readonly complete: (
    answer: TokenAnswer,
    context: CommandContext,
  ) => Effect.Effect<Handled, LogUnavailable>
}

type Token = {
  readonly _tag: "Token"
  readonly token: Redacted.Redacted
  readonly content: TokenContent
}

export type NoToken =
  | { readonly _tag: "Refused"; readonly failure: CallFailure }
  /** By the gateway: it did not ask, or cannot use what was answered. */
  | { readonly _tag: "Declined"; readonly label: string }

export type TokenAnswer = Token | NoToken

/** A token that cannot be read is no answer that anybody can use. */
export const tokenAnswer = (token: string): TokenAnswer =>
  Option.match(readToken(token), {
    onNone: () => ({ _tag: "Declined", label: UNAVAILABLE }),
    onSome: (content) => ({ _tag: "Token", token: Redacted.make(token), content }),
  })

/** One text for every account that cannot be entered. */
const GENERIC_LABEL = "invalidLogin"

const isAboutAccount = ({ label }: { readonly label: string | null }) =>
  label !== null && (LOGIN_LABELS as ReadonlyArray<string>).includes(label)

export class LogInFlow extends Context.Service<LogInFlow, LogInFlowShape>()("gateway/LogInFlow") {
  static readonly layer = Layer.effect(
    LogInFlow,
    Effect.gen(function* () {
      const api = yield* MemberApi
      const profile = yield* MemberProfiles
      const facts = yield* makeCommandFacts
      const pipeline = yield* Pipeline
      const sessions = yield* SessionStore
      const cutStreams = yield* makeCloseOldStreams
      const presence = yield* MemberPresence
      const endSession = yield* SessionEnder
      const fatal = yield* Fatal
      const rates = yield* RateLimits
      const scope = yield* Effect.scope
      const { accountDisclosure, longestSessionMs } = yield* GatewayConfig

      const requestToken: LogInFlowShape["requestToken"] = Effect.fnUntraced(
        function* (credentials, context) {
          // Counted before it runs and given back when it succeeds: many at once are no way around.
          const address = rateKeyOf(context.clientAddress)
          // Links apart: whoever follows bad ones keeps nobody behind the same address from logging in.
          const counted =
            "email" in credentials
              ? {
                  failedLogInsPerAddress: address,
                  failedLogInsPerAccount: sameKey(credentials.email),
                }
              : "passkey" in credentials
                ? { failedLogInsPerAddress: address }
                : { refusedLinksPerAddress: address }
          const verdict = rates.take(counted, yield* Clock.currentTimeMillis)
          if (!verdict.allowed) return { _tag: "Declined", label: TOO_MANY_ATTEMPTS }
          const outcome = yield* api.call({
            call: "POST /login",
            body:
              "email" in credentials
                ? {
                    email: trimmedEmail(credentials.email),
                    password: trimmedPassword(credentials.password),
                  }
                : credentials,
            ...visitOf(context),
            ...browserOf(context),
          })
          if (outcome._tag !== "Refused") rates.giveBack(counted)
          if (outcome._tag !== "Answered") return { _tag: "Refused", failure: outcome }
          return tokenAnswer(outcome.body.token)
        },
      )

      /** What is told of a refusal: under `generic` not which of its causes it was. */
      const disclosed = (failure: CallFailure): CallFailure =>
        accountDisclosure === "generic" && failure._tag === "Refused" && isAboutAccount(failure)
          ? { ...failure, label: GENERIC_LABEL }
          : failure

      const decline = (label: string, context: CommandContext) =>
        facts.decided(context, { _tag: "LogInRefused", label })

      /** Stores the member in the session; with another member's session that one ends first. */
      const takeSession = Effect.fnUntraced(function* (
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
        { token, content }: Token,
        context: CommandContext,
      ) {
        const { memberId, expiresAt } = content
        const { visit, commandId } = context
        const asked = pipeline.stamp(memberId)
        const info = yield* profile.ask(token, visit)
        if (info._tag !== "Answered") return yield* facts.answered(context, logInRefused(info))
        const { username, verified } = info.body
        const member: SessionMember = {
          memberId,
          username,
          verified,
          token,
          tokenExpiresAt: Math.min(expiresAt, (yield* Clock.currentTimeMillis) + longestSessionMs),
        }
        const taken = yield* takeSession(member, context).pipe(
          Effect.catchTag(["SessionsUnavailable", "SessionRefused"], (error) =>
            Effect.as(Effect.logError("a log-in could not be stored", error.message), null),
          ),
        )
        if (taken === null) return yield* decline(UNAVAILABLE, context)
        if (taken.continues) {
          yield* cutStreams(context, { reopens: true })
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
        return { cookie: taken.cookie } satisfies Handled
      })

      return LogInFlow.of({
        requestToken,
        stored: ({ interrupted, session: { cookie, member } }) =>
          interrupted && cookie === "retiring" && member !== null
            ? {
                _tag: "Token",
                token: member.token,
                content: { memberId: member.memberId, expiresAt: member.tokenExpiresAt },
              }
            : null,
        complete: (answer, context) => {
          switch (answer._tag) {
            case "Token":
              return enterWith(answer, context)
            case "Refused":
              return facts.answered(context, logInRefused(disclosed(answer.failure)))
            case "Declined":
              return decline(answer.label, context)
          }
        },
      })
    }),
  )
}
