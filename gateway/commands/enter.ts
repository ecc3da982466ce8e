/**
 * The way in, shared by LogIn and Register: POST /login for the token, GET /basic-info for who it is,
 * then the session, then the facts. The token goes into the session and nowhere else.
 *
 * Another member than the one logged in means another person at this computer: the old session ends
 * whole, the new one begins with its own owner (stream-protocol, "Log-out, …, another member").
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
import { type SessionMember, SessionStore } from "../sessions/session-store.ts"
import { readAnswer } from "../upstream/decode-frame.ts"
import type { CallOutcome } from "../upstream/frame.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { EndSession } from "../visits/end-session.ts"
import { MemberPresence } from "../visits/member-presence.ts"
import { Visits } from "../visits/registry.ts"
import { answerFrame, type CommandContext, type Handled } from "./handler.ts"
import { readToken, type TokenContent } from "./upstream-token.ts"

export interface Credentials {
  readonly email: string
  readonly password: string
}

export interface EnterShape {
  /** Asks for a token and does nothing with it yet. */
  readonly requestToken: (
    credentials: Credentials,
    context: CommandContext,
  ) => Effect.Effect<TokenAnswer>
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

/** As the upstream itself would say it (decisions, 0.16). */
export const TOO_MANY_ATTEMPTS: CallOutcome<never> = {
  _tag: "Refused",
  status: 429,
  label: "tooManyAttempts",
  fields: [],
}

/** One text for every account that cannot be entered (decisions, 0.4). */
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

      const requestToken: EnterShape["requestToken"] = Effect.fnUntraced(function* (
        { email, password },
        { visit, clientAddress },
      ) {
        // Counted before it runs and given back when it succeeds: many at once are no way around.
        const counted = {
          failedLogInsPerAccount: email.trim().toLowerCase(),
          failedLogInsPerAddress: rateKeyOf(clientAddress),
        }
        const verdict = rates.take(counted, yield* Clock.currentTimeMillis)
        if (!verdict.allowed) return { _tag: "None", outcome: TOO_MANY_ATTEMPTS }
        const raw = yield* api.call({
          call: "POST /login",
          body: { email: email.trim(), password: password.trim() },
          lang: visit.locale,
          noNude: false,
          clientAddress,
        })
        const { outcome } = readAnswer("POST /login", raw)
        if (outcome._tag !== "Refused") rates.giveBack(counted)
        if (outcome._tag !== "Answered") return { _tag: "None", outcome }
        return Option.match(readToken(outcome.body.token), {
          // A token that cannot be read is no answer that anybody can use.
          onNone: (): TokenAnswer => ({ _tag: "None", outcome: { _tag: "Unavailable" } }),
          onSome: (content): TokenAnswer => ({
            _tag: "Token",
            token: Redacted.make(outcome.body.token),
            content,
          }),
        })
      })

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
        if (present === null || present.memberId === member.memberId) {
          return { owner, cookie: yield* sessions.logIn(owner, member, now), continues: true }
        }
        const next = yield* endSession.of(owner, "replaced", context.commandId)
        const opened = next ?? (yield* sessions.open(now))
        const cookie = yield* sessions.logIn(opened.session.owner, member, now)
        return { owner: opened.session.owner, cookie, continues: false }
      })

      return Enter.of({
        requestToken,
        refused,
        with: Effect.fnUntraced(function* ({ token, content }, context) {
          const stamp = pipeline.stamp(content.memberId)
          const raw = yield* api.call({
            call: "GET /basic-info",
            token,
            lang: context.visit.locale,
            noNude: false,
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
