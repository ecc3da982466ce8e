/**
 * Ends a session everywhere at once: `LoggedOut` is the last fact of each of the owner's visits, delivered before
 * `bye` 4401; none of them can be attached again (docs/protocol.md, "Log-in and log-out").
 *
 * The session is deleted first, so that no new visit can begin while its visits end.
 */
import { Clock, Context, Duration, Effect, Layer, Option, Redacted, type Scope } from "effect"
import type { CommandId } from "@foldcast/contracts/ids"
import type { LogOutReason } from "@foldcast/contracts/stream/account"
import { CLOSE } from "@foldcast/contracts/stream/frames"
import type { OwnerId } from "../log/visit-header.ts"
import type { LogUnavailable } from "../log/visit-log.ts"
import { Pipeline, type PipelineShape } from "../pipeline.ts"
import { GatewayConfig } from "../config.ts"
import {
  type OpenedSession,
  type SessionMember,
  SessionStore,
  type SessionStoreShape,
  type SessionsUnavailable,
} from "../sessions/session-store.ts"
import { TokenChanges } from "../sessions/token-changes.ts"
import type { Outbox } from "../visits/outbox.ts"
import { VisitCreator, type VisitCreatorShape } from "../visits/visit-creator.ts"
import { outboxOf, Visits, type VisitTable } from "../visits/registry.ts"

export type TokenRefused =
  | { readonly _tag: "Ended"; readonly next: OpenedSession | null }
  /** The session could not be ended: it stays, and its token will be refused again. */
  | { readonly _tag: "Stays" }
  /** The session has another token by now and goes on with that. */
  | { readonly _tag: "GoesOn"; readonly member: SessionMember }

export interface SessionEnderShape {
  /**
   * The browser's next session, or null when the session was already over. Where it cannot be ended it goes on
   * unchanged: a log-out that only seems to work would be worse. `before` runs once the session is over, before its
   * visits end.
   */
  readonly of: (
    owner: OwnerId,
    reason: LogOutReason,
    cause: CommandId | null,
    before?: Effect.Effect<unknown, LogUnavailable>,
  ) => Effect.Effect<OpenedSession | null, LogUnavailable | SessionsUnavailable>
  /** The upstream refuses this token: the session ends, unless its token was exchanged. */
  readonly tokenRefused: (
    owner: OwnerId,
    token: Redacted.Redacted,
  ) => Effect.Effect<TokenRefused, LogUnavailable>
}

interface EnderDeps {
  readonly sessions: SessionStoreShape
  readonly changes: TokenChanges["Service"]
  readonly pipeline: PipelineShape
  readonly visits: VisitTable
  readonly visitCreator: VisitCreatorShape
  readonly scope: Scope.Scope
  /** Milliseconds for a stream to receive the last facts of its visit. */
  readonly lastFramesMs: number
}

/** Closes the stream after the last fact of its visit, or after a time limit where the browser does not read. */
const endStream = Effect.fnUntraced(function* ({ lastFramesMs, scope }: EnderDeps, outbox: Outbox) {
  outbox.finish(CLOSE.sessionEnded, "session ended")
  if (outbox.phase === "closed") return
  // During the backfill: the stream first sends all that its visit holds, including `LoggedOut`.
  yield* Effect.forkIn(
    Effect.delay(
      Effect.sync(() => outbox.close(CLOSE.sessionEnded, "session ended")),
      Duration.millis(lastFramesMs),
    ),
    scope,
  )
})

const end = Effect.fnUntraced(function* (
  deps: EnderDeps,
  owner: OwnerId,
  reason: LogOutReason,
  cause: CommandId | null,
  before: Effect.Effect<unknown, LogUnavailable> = Effect.void,
) {
  const { pipeline, sessions, visitCreator, visits } = deps
  const now = yield* Clock.currentTimeMillis
  const next = yield* sessions.end(owner, reason, now).pipe(
    // Two log-outs at once: the second finds no session, and the visits are already ending.
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
    if (outbox !== null) yield* endStream(deps, outbox)
  }
  return next
})

const memberOf = ({ sessions }: EnderDeps, owner: OwnerId) =>
  Clock.currentTimeMillis.pipe(
    Effect.flatMap((now) => sessions.present(owner, now)),
    Effect.map((session) => Option.getOrNull(session)?.member ?? null),
    Effect.orElseSucceed(() => null),
  )

const tokenRefused = Effect.fnUntraced(function* (
  deps: EnderDeps,
  owner: OwnerId,
  token: Redacted.Redacted,
): Effect.fn.Return<TokenRefused, LogUnavailable> {
  yield* deps.changes.settled(owner)
  const member = yield* memberOf(deps, owner)
  if (member !== null && Redacted.value(member.token) !== Redacted.value(token)) {
    return { _tag: "GoesOn", member }
  }
  return yield* end(deps, owner, "forbidden", null).pipe(
    Effect.map((next): TokenRefused => ({ _tag: "Ended", next })),
    Effect.catchTag("SessionsUnavailable", (error) =>
      Effect.as(Effect.logError("a session could not be ended", error.message), {
        _tag: "Stays",
      } satisfies TokenRefused),
    ),
  )
})

export class SessionEnder extends Context.Service<SessionEnder, SessionEnderShape>()(
  "gateway/SessionEnder",
) {
  static readonly layer = Layer.effect(
    SessionEnder,
    Effect.gen(function* () {
      const { limits } = yield* GatewayConfig
      const deps: EnderDeps = {
        sessions: yield* SessionStore,
        changes: yield* TokenChanges,
        pipeline: yield* Pipeline,
        visits: yield* Visits,
        visitCreator: yield* VisitCreator,
        scope: yield* Effect.scope,
        lastFramesMs: limits.lastFramesMs,
      }
      return SessionEnder.of({
        of: (owner, reason, cause, before) => end(deps, owner, reason, cause, before),
        tokenRefused: (owner, token) => tokenRefused(deps, owner, token),
      })
    }),
  )
}
