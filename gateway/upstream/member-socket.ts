/**
 * The member socket: one socket.io connection for each member with a live visit. Every event becomes a frame; every
 * interruption is reported and followed by a refresh (law L7). The gateway sends nothing over it.
 */
import { Context, Effect, Exit, Layer, Redacted, Scope } from "effect"
import type { MemberId } from "@foldcast/contracts/ids"
import { makeOpenSocket, type SocketConfig, type SocketListener } from "./reconnecting-socket.ts"

/** Callbacks of the member socket. */
export interface MemberSocketListener extends Omit<SocketListener, "connected"> {
  /** The token for the next attempt, read again each time; null where there is none any more. */
  readonly token: Effect.Effect<Redacted.Redacted | null>
  /** Connected; `again` after a reported interruption. */
  readonly connected: (again: boolean) => Effect.Effect<void>
}

export interface MemberSocketsShape {
  /** Holds a connection for the member until `release`; idempotent. */
  readonly hold: (member: MemberId, listener: MemberSocketListener) => Effect.Effect<void>
  readonly release: (member: MemberId) => Effect.Effect<void>
  readonly held: () => Iterable<MemberId>
}

export class MemberSockets extends Context.Service<MemberSockets, MemberSocketsShape>()(
  "gateway/MemberSockets",
) {
  static readonly layer = (config: SocketConfig) =>
    Layer.effect(
      MemberSockets,
      Effect.gen(function* () {
        const layerScope = yield* Effect.scope
        const open = yield* makeOpenSocket("member-socket", config)
        const scopes = new Map<MemberId, Scope.Closeable>()

        const authOf = ({ token }: MemberSocketListener) =>
          Effect.map(token, (shown) => ({
            token: shown === null ? "" : Redacted.value(shown),
            key: Redacted.value(config.key),
          }))

        return MemberSockets.of({
          hold: Effect.fnUntraced(function* (member, listener) {
            if (scopes.has(member)) return
            const scope = yield* Scope.fork(layerScope)
            scopes.set(member, scope)
            yield* Scope.provide(open(authOf(listener), listener), scope)
          }),
          release: Effect.fnUntraced(function* (member) {
            const scope = scopes.get(member)
            if (scope === undefined) return
            scopes.delete(member)
            yield* Scope.close(scope, Exit.void)
          }),
          held: () => scopes.keys(),
        })
      }),
    )
}
