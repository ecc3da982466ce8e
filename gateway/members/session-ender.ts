/**
 * Ends a session everywhere at once: `LoggedOut` is the last fact of each of the owner's visits, delivered
 * before `bye` 4401; none of them can be attached again (docs/protocol.md, "Log-in and log-out").
 *
 * The session goes first, so that nothing new can begin for it while its visits end.
 */
import { Clock, Context, Duration, Effect, Layer, Option, Redacted } from "effect"
import type { CommandId } from "@foldcast/contracts/ids"
import type { LogOutReason } from "@foldcast/contracts/stream/account"
import { CLOSE } from "@foldcast/contracts/stream/frames"
import type { LogUnavailable, OwnerId } from "../log/event-log.ts"
import { Pipeline } from "../pipeline.ts"
import { GatewayConfig } from "../config.ts"
import {
  type OpenedSession,
  type SessionMember,
  SessionStore,
  type SessionsUnavailable,
} from "../sessions/session-store.ts"
import { TokenChanges } from "../sessions/token-changes.ts"
import { VisitCreator } from "../visits/visit-creator.ts"
import { outboxOf, Visits } from "../visits/registry.ts"

export type TokenRefused =
  | { readonly _tag: "Ended"; readonly next: OpenedSession | null }
  /** It could not be ended: it stays, and is refused again. */
  | { readonly _tag: "Stays" }
  /** It has another one by now, and goes on with that. */
  | { readonly _tag: "GoesOn"; readonly member: SessionMember }

export interface SessionEnderShape {
  /**
   * The browser's next session, or null when the session was already over. Where it cannot be ended it
   * goes on whole: a log-out that only looked like one is worse. `before` is told once it is over, before
   * its visits are.
   */
  readonly of: (
    owner: OwnerId,
    reason: LogOutReason,
    cause: CommandId | null,
    before?: Effect.Effect<unknown, LogUnavailable>,
  ) => Effect.Effect<OpenedSession | null, LogUnavailable | SessionsUnavailable>
  /** The upstream refuses this token of the session: it is over, unless its token was exchanged. */
  readonly tokenRefused: (
    owner: OwnerId,
    token: Redacted.Redacted,
  ) => Effect.Effect<TokenRefused, LogUnavailable>
}

export class SessionEnder extends Context.Service<SessionEnder, SessionEnderShape>()(
  "gateway/SessionEnder",
) {
  static readonly layer = Layer.effect(
    SessionEnder,
    Effect.gen(function* () {
      const { limits } = yield* GatewayConfig
      const sessions = yield* SessionStore
      const changes = yield* TokenChanges
      const pipeline = yield* Pipeline
      const visits = yield* Visits
      const visitCreator = yield* VisitCreator
      const scope = yield* Effect.scope

      const of: SessionEnderShape["of"] = Effect.fnUntraced(function* (
        owner,
        reason,
        cause,
        before = Effect.void,
      ) {
        const now = yield* Clock.currentTimeMillis
        const next = yield* sessions.end(owner, reason, now).pipe(
          // Two log-outs at once: the second finds nothing to end, and its visits are ending.
          Effect.catchTag("SessionRefused", () => Effect.succeed(null)),
        )
        yield* before
        yield* visitCreator.dropOwner(owner)
        yield* pipeline.decided(
          [{ _tag: "LoggedOut", reason }],
          { visit: null, owner, member: null },
          { cause, ends: true },
        )
        for (const visit of visits.ofOwner(owner)) {
          visits.remove(visit)
          const outbox = outboxOf(visit)
          if (outbox === null) continue
          outbox.finish(CLOSE.sessionEnded, "session ended")
          if (outbox.phase === "closed") continue
          // Still catching up: it is told all that its visit holds, `LoggedOut` included, if it reads.
          yield* Effect.forkIn(
            Effect.delay(
              Effect.sync(() => outbox.close(CLOSE.sessionEnded, "session ended")),
              Duration.millis(limits.lastFramesMs),
            ),
            scope,
          )
        }
        return next
      })

      const memberOf = (owner: OwnerId) =>
        Clock.currentTimeMillis.pipe(
          Effect.flatMap((now) => sessions.present(owner, now)),
          Effect.map((session) => Option.getOrNull(session)?.member ?? null),
          Effect.orElseSucceed(() => null),
        )

      return SessionEnder.of({
        of,
        tokenRefused: Effect.fnUntraced(function* (owner, token) {
          yield* changes.settled(owner)
          const member = yield* memberOf(owner)
          if (member !== null && Redacted.value(member.token) !== Redacted.value(token)) {
            return { _tag: "GoesOn", member }
          }
          return yield* of(owner, "forbidden", null).pipe(
            Effect.map((next): TokenRefused => ({ _tag: "Ended", next })),
            Effect.catchTag("SessionsUnavailable", (error) =>
              Effect.as(Effect.logError("a session could not be ended", error.message), {
                _tag: "Stays",
              } satisfies TokenRefused),
            ),
          )
        }),
      })
    }),
  )
}
