/**
 * The way in, shared by LogIn, LogInWithToken, Register and Activate: POST /login for the token, GET
 * /basic-info for who it is, then the session, then the facts. The token goes into the session and nowhere
 * else.
 *
 * Another member than the one logged in means another person at this computer: the old session ends whole,
 * the new one begins with its own owner (docs/protocol.md, "Log-in and log-out").
 */
import { Clock, Context, Effect, Layer, Option, Redacted } from "effect"
import { NO_PREFERENCE } from "../normalise/wallet.ts"
import { LOGIN_LABELS } from "@foldcast/contracts/upstream/member-api"
import { GatewayConfig } from "../config.ts"
import { Fatal } from "../fatal.ts"
import { rateKeyOf } from "../http/client-address.ts"
import { RateLimits } from "../http/rate-limits.ts"
import type { LogUnavailable } from "../log/event-log.ts"
import { Pipeline } from "../pipeline.ts"
import { agentLabel } from "../sessions/agent-label.ts"
import { type SessionMember, SessionStore } from "../sessions/session-store.ts"
import { readAnswer } from "../upstream/decode-frame.ts"
import type { CallOutcome } from "../upstream/frame.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { EndSession } from "../visits/end-session.ts"
import { MemberPresence } from "../visits/member-presence.ts"
import { Visits } from "../visits/registry.ts"
import {
  answerFrame,
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

export interface EnterShape {
  /** Asks for a token and does nothing with it yet. */
  readonly requestToken: (
    credentials: Credentials,
    context: CommandContext,
  ) => Effect.Effect<TokenAnswer>
  /**
   * For a command whose token may have been used up before the gateway died: the session it was stored
   * in then, which only the cookie before it asks for again. None where it was not.
   */
  readonly again: (context: CommandContext) => TokenAnswer | null
  /** Tells why there is no token. */
  readonly refused: (
    answer: Extract<TokenAnswer, { readonly _tag: "None" }>,
    context: CommandContext,
  ) => Effect.Effect<Handled, LogUnavailable>
  /** Makes the token the session's and tells who is in. */
  readonly with: (
    answer: Extract<TokenAnswer, { readonly _tag: "Token" }>,
    context: CommandContext,
  ) => Effect.Effect<Handled, LogUnavailable>
}

export type TokenAnswer =
  | { readonly _tag: "Token"; readonly token: Redacted.Redacted; readonly content: TokenContent }
  | { readonly _tag: "None"; readonly outcome: CallOutcome<unknown> }

/** A token that cannot be read is no answer that anybody can use. */
export const tokenAnswer = (token: string): TokenAnswer =>
  Option.match(readToken(token), {
    onNone: () => ({ _tag: "None", outcome: { _tag: "Unavailable" } }),
    onSome: (content) => ({ _tag: "Token", token: Redacted.make(token), content }),
  })

/** With ACCOUNT_DISCLOSURE=generic: one text for every account that cannot be entered. */
const GENERIC_LABEL = "invalidLogin"

const isAboutAccount = ({ label }: { readonly label: string | null }) =>
  label !== null && (LOGIN_LABELS as ReadonlyArray<string>).includes(label)

export class Enter extends Context.Service<Enter, EnterShape>()("gateway/Enter") {
  static readonly layer = Layer.effect(
    Enter,
    Effect.gen(function* () {
      const api = yield* MemberApi
      const pipeline = yield* Pipeline
      const sessions = yield* SessionStore
      const visits = yield* Visits
      const presence = yield* MemberPresence
      const endSession = yield* EndSession
      const fatal = yield* Fatal
      const rates = yield* RateLimits
      const { accountDisclosure } = yield* GatewayConfig

      const requestToken: EnterShape["requestToken"] = Effect.fnUntraced(
        function* (credentials, context) {
          // Counted before it runs and given back when it succeeds: many at once are no way around.
          const counted = {
            failedLogInsPerAddress: rateKeyOf(context.clientAddress),
            ...("email" in credentials && {
              failedLogInsPerAccount: credentials.email.trim().toLowerCase(),
            }),
          }
          const verdict = rates.take(counted, yield* Clock.currentTimeMillis)
          if (!verdict.allowed) return { _tag: "None", outcome: TOO_MANY_ATTEMPTS }
          const raw = yield* api.call({
            call: "POST /login",
            body:
              "email" in credentials
                ? { email: credentials.email.trim(), password: credentials.password.trim() }
                : { token: credentials.token },
            ...visitOf(context),
            ...browserOf(context),
          })
          const { outcome } = readAnswer("POST /login", raw)
          if (outcome._tag !== "Refused") rates.giveBack(counted)
          if (outcome._tag !== "Answered") return { _tag: "None", outcome }
          return tokenAnswer(outcome.body.token)
        },
      )

      /** What is told of a refusal: under `generic` not which of its causes it was. */
      const told = (outcome: CallOutcome<unknown>): CallOutcome<unknown> =>
        accountDisclosure === "generic" && outcome._tag === "Refused" && isAboutAccount(outcome)
          ? { ...outcome, label: GENERIC_LABEL }
          : outcome

      const refused: EnterShape["refused"] = ({ outcome }, context) =>
        pipeline
          .answer(answerFrame("POST /login", told(outcome), context), {
            memberId: null,
            entering: true,
            preference: NO_PREFERENCE,
            stamp: null,
          })
          .pipe(Effect.as({ cookie: null }))

      /** Stores the member in the session; with another member's session that one ends first. */
      const takeSession = Effect.fnUntraced(function* (
        member: SessionMember,
        context: CommandContext,
      ) {
        const now = yield* Clock.currentTimeMillis
        const { owner, member: present } = context.session
        const agent = agentLabel(context.userAgent)
        if (present === null || present.memberId === member.memberId) {
          const cookie = yield* sessions.logIn(owner, member, now, agent)
          return { owner, cookie, continues: true }
        }
        const next = yield* endSession.of(owner, "replaced", context.commandId)
        const opened = next ?? (yield* sessions.open(now))
        const cookie = yield* sessions.logIn(opened.session.owner, member, now, agent)
        return { owner: opened.session.owner, cookie, continues: false }
      })

      return Enter.of({
        requestToken,
        refused,
        again: ({ interrupted, session: { cookie, member } }) =>
          interrupted && cookie === "retiring" && member !== null
            ? {
                _tag: "Token",
                token: member.token,
                content: { memberId: member.memberId, expiresAt: member.tokenExpiresAt },
              }
            : null,
        with: Effect.fnUntraced(function* ({ token, content }, context) {
          const stamp = pipeline.stamp(content.memberId)
          const raw = yield* api.call({
            call: "GET /basic-info",
            token,
            ...visitOf(context),
          })
          const { outcome } = readAnswer("GET /basic-info", raw)
          const asked = answerFrame("GET /basic-info", raw, context)
          const frame = { ...asked, about: { ...asked.about, member: content.memberId } }
          const answerContext = {
            memberId: content.memberId,
            entering: true,
            preference: NO_PREFERENCE,
            stamp,
          }
          if (outcome._tag !== "Answered") {
            yield* pipeline.answer(frame, answerContext)
            return { cookie: null }
          }
          const member: SessionMember = {
            memberId: content.memberId,
            username: outcome.body.username,
            verified: outcome.body.verified,
            token,
            tokenExpiresAt: content.expiresAt,
          }
          const taken = yield* takeSession(member, context).pipe(
            Effect.catchTag(["SessionsUnavailable", "SessionRefused"], (error) =>
              Effect.as(Effect.logError("a log-in could not be stored", error.message), null),
            ),
          )
          if (taken === null) {
            yield* refused({ _tag: "None", outcome: { _tag: "Unavailable" } }, context)
            return { cookie: null }
          }
          if (taken.continues) {
            yield* pipeline.answer(frame, answerContext)
            for (const visit of visits.ofOwner(taken.owner)) {
              if (visit.outbox === null) continue
              yield* Effect.forkDetach(fatal.guard(presence.arrived(visit, member)))
            }
          }
          return { cookie: taken.cookie }
        }),
      })
    }),
  )
}
