/**
 * All sessions of one member in this gateway, where more than the one at hand must end.
 *
 * The reason of those that end elsewhere is `forbidden`: at those computers nobody asked to leave, and the upstream
 * refuses their tokens from now on.
 */
import { Context, Effect, Layer } from "effect"
import type { MemberId } from "@foldcast/contracts/ids"
import type { OwnerId } from "../log/visit-header.ts"
import type { LogUnavailable } from "../log/visit-log.ts"
import { SessionStore } from "../sessions/session-store.ts"
import { SessionEnder } from "./session-ender.ts"

export interface MemberSessionsShape {
  readonly ownersOf: (member: MemberId) => Effect.Effect<ReadonlyArray<OwnerId>>
  /** Every session of the member but this one. */
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
          // Sessions that cannot be found end when their tokens are refused.
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
              // It ends when its token is refused.
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
