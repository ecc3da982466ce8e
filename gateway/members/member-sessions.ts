/**
 * All sessions of one member in this gateway, for changes that must end more than the session at hand.
 *
 * The other sessions end with the reason `forbidden`: the upstream refuses their tokens from now on, and their
 * browsers did not ask to log out.
 */
import { Context, Effect, Layer } from "effect"
import type { MemberId } from "@foldcast/contracts/ids"
import type { OwnerId } from "../log/visit-header.ts"
import type { LogUnavailable } from "../log/visit-log.ts"
import { SessionStore } from "../sessions/session-store.ts"
import { SessionEnder } from "./session-ender.ts"

export interface MemberSessionsShape {
  readonly ownersOf: (member: MemberId) => Effect.Effect<ReadonlyArray<OwnerId>>
  readonly endOthers: (member: MemberId, except: OwnerId) => Effect.Effect<void, LogUnavailable>
}

export class MemberSessions extends Context.Service<MemberSessions, MemberSessionsShape>()(
  "gateway/MemberSessions",
) {
  static readonly layer = Layer.effect(
    MemberSessions,
    Effect.gen(function* () {
      const sessions = yield* SessionStore
      const endSession = yield* SessionEnder

      const ownersOf: MemberSessionsShape["ownersOf"] = (member) =>
        sessions.ownersOfMember(member).pipe(
          // Sessions that cannot be listed end when their tokens are refused.
          Effect.catch((error) =>
            Effect.as(Effect.logError("a member's sessions", error.message), []),
          ),
        )

      return MemberSessions.of({
        ownersOf,
        endOthers: Effect.fnUntraced(function* (member, except) {
          for (const owner of yield* ownersOf(member)) {
            if (owner === except) continue
            yield* endSession.of(owner, "forbidden", null).pipe(
              // The session ends when its token is refused.
              Effect.catchTag("SessionsUnavailable", (error) =>
                Effect.logError("a session could not be ended", error.message),
              ),
            )
          }
        }),
      })
    }),
  )
}
