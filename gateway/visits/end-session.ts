/**
 * Ends a session everywhere at once: `LoggedOut` is the last fact of each of the owner's visits,
 * delivered before `bye` 4401; none of them can be attached again (stream-protocol, "Log-out").
 *
 * The session goes first, so that nothing new can begin for it while its visits end.
 * Callers: commands/log-out.ts, commands/enter.ts, visits/member-presence.ts, documents/.
 */
import { Clock, Context, Duration, Effect, Layer } from "effect"
import type { CommandId } from "@foldcast/contracts/ids"
import type { LogOutReason } from "@foldcast/contracts/stream/account"
import { CLOSE } from "@foldcast/contracts/stream/frames"
import type { LogUnavailable, OwnerId } from "../log/event-log.ts"
import { Pipeline } from "../pipeline.ts"
import { type OpenedSession, SessionStore } from "../sessions/session-store.ts"
import { Births } from "./births.ts"
import { Visits } from "./registry.ts"

/** How long a stream of an ended session may take to catch up with its last fact. */
const FAREWELL = Duration.seconds(1)

export interface EndSessionShape {
  /** The browser's next session, or null when the session was already over. */
  readonly of: (
    owner: OwnerId,
    reason: LogOutReason,
    cause: CommandId | null,
  ) => Effect.Effect<OpenedSession | null, LogUnavailable>
}

export class EndSession extends Context.Service<EndSession, EndSessionShape>()(
  "gateway/EndSession",
) {
  static readonly layer = Layer.effect(
    EndSession,
    Effect.gen(function* () {
      const sessions = yield* SessionStore
      const pipeline = yield* Pipeline
      const visits = yield* Visits
      const births = yield* Births

      const of: EndSessionShape["of"] = Effect.fnUntraced(function* (owner, reason, cause) {
        const now = yield* Clock.currentTimeMillis
        const next = yield* sessions.end(owner, reason, now).pipe(
          // Two log-outs at once: the second finds nothing to end, and its visits are ending.
          Effect.catchTag("SessionRefused", () => Effect.succeed(null)),
          // A session that cannot be ended goes on whole: a log-out that only looked like one is worse.
          Effect.catchTag("SessionsUnavailable", (error) => Effect.die(error)),
        )
        yield* births.dropOwner(owner)
        yield* pipeline.facts(
          [{ _tag: "LoggedOut", reason }],
          { visit: null, owner, member: null },
          { from: "gateway", cause, ends: true },
        )
        for (const visit of visits.ofOwner(owner)) {
          visits.remove(visit)
          const { outbox } = visit
          if (outbox === null) continue
          outbox.finish(CLOSE.sessionEnded, "session ended")
          if (outbox.phase === "closed") continue
          // Still catching up: it is told all that its visit holds, `LoggedOut` included, if it reads.
          yield* Effect.forkDetach(
            Effect.delay(
              Effect.sync(() => outbox.close(CLOSE.sessionEnded, "session ended")),
              FAREWELL,
            ),
          )
        }
        return next
      })

      return EndSession.of({ of })
    }),
  )
}
