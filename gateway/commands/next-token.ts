/**
 * Replaces a session's upstream token by the one that a change answered with.
 *
 * Invariant: a token of another member is never taken.
 */
import { Clock, Context, Effect, Layer, Option } from "effect"
import type { OwnerId } from "../log/visit-header.ts"
import { agentLabel } from "../sessions/agent-label.ts"
import { type CookieValue, type SessionMember, SessionStore } from "../sessions/session-store.ts"
import { TokenChanges } from "../sessions/token-changes.ts"
import type { CallOutcome } from "../upstream/frame.ts"
import { MemberPresence } from "../members/member-presence.ts"
import { tokenAnswer } from "./log-in-token.ts"
import type { CommandContext } from "./handler.ts"

/** The gateway found out by itself that the change had been made. */
export const CONCLUDED = { _tag: "Concluded" } as const
export type Concluded = typeof CONCLUDED

export interface Exchanged<Outcome> {
  readonly outcome: Outcome
  /** The session's member as they are known by now. */
  readonly member: SessionMember
  /** The browser's next cookie, where it changed. */
  readonly cookie: CookieValue | null
}

export interface NextTokenShape {
  /**
   * Makes the call and takes the token it answers with. `rotates`: the cookie changes too, because what
   * proved the session before may be known to somebody else.
   */
  readonly exchange: <Outcome extends CallOutcome<unknown> | Concluded>(
    call: Effect.Effect<{
      readonly outcome: Outcome
      readonly token: string | undefined
    }>,
    member: SessionMember,
    context: CommandContext,
    options: { readonly rotates: boolean },
  ) => Effect.Effect<Exchanged<Outcome>>
}

export class NextToken extends Context.Service<NextToken, NextTokenShape>()("gateway/NextToken") {
  static readonly layer = Layer.effect(
    NextToken,
    Effect.gen(function* () {
      const sessions = yield* SessionStore
      const changes = yield* TokenChanges
      const presence = yield* MemberPresence

      const store = Effect.fnUntraced(
        function* (next: SessionMember, { session, userAgent }: CommandContext, rotates: boolean) {
          const now = yield* Clock.currentTimeMillis
          if (rotates) {
            return yield* sessions.logIn(session.owner, next, now, { agent: agentLabel(userAgent) })
          }
          yield* sessions.refreshMember(session.owner, next, now)
          return null
        },
        Effect.catch((error) =>
          // The session ends when its old token is refused; the change itself is made.
          Effect.as(Effect.logError("a next token could not be stored", error.message), null),
        ),
      )

      /** The member as the session keeps them: a new token does not move the session's absolute end. */
      const asKept = (owner: OwnerId, next: SessionMember) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => sessions.present(owner, now)).pipe(
          Effect.map((found) => Option.getOrNull(found)?.member ?? next),
          Effect.catchTag("SessionsUnavailable", () => Effect.succeed(next)),
        )

      return NextToken.of({
        exchange: (call, member, context, { rotates }) =>
          changes.during(
            context.session.owner,
            Effect.gen(function* () {
              const { outcome, token } = yield* call
              if (token === undefined) return { outcome, member, cookie: null }
              const answer = tokenAnswer(token)
              if (answer._tag !== "Token" || answer.content.memberId !== member.memberId) {
                yield* Effect.logError("a next token is not this member's")
                return { outcome, member, cookie: null }
              }
              const next = {
                ...member,
                token: answer.token,
                tokenExpiresAt: answer.content.expiresAt,
              }
              const cookie = yield* store(next, context, rotates)
              const kept = yield* asKept(context.session.owner, next)
              yield* presence.tokenChanged(context.session.owner, kept)
              return { outcome, member: kept, cookie }
            }),
          ),
      })
    }),
  )
}
