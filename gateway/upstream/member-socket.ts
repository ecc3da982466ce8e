/**
 * The member socket: one socket.io connection for each member with a live visit. Every event becomes a frame; every
 * interruption is reported and followed by a refresh (law L7). The gateway sends nothing over it.
 */
import { Context, Effect, Exit, Layer, Redacted, Scope } from "effect"
import type { MemberId } from "@foldcast/contracts/ids"
import {
  makeOpenSocket,
  type OpenSocketIn,
  type SocketConfig,
  type SocketListener,
} from "./reconnecting-socket.ts"

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

interface MemberSocketDeps {
  readonly key: Redacted.Redacted
  readonly open: OpenSocketIn
  /** The sockets end with it. */
  readonly scope: Scope.Scope
  /** The scope of each member's socket. */
  readonly scopes: Map<MemberId, Scope.Closeable>
}

const authOf = ({ key }: MemberSocketDeps, { token }: MemberSocketListener) =>
  Effect.map(token, (shown) => ({
    token: shown === null ? "" : Redacted.value(shown),
    key: Redacted.value(key),
  }))

const hold = Effect.fnUntraced(function* (
  deps: MemberSocketDeps,
  member: MemberId,
  listener: MemberSocketListener,
) {
  const { open, scopes } = deps
  if (scopes.has(member)) return
  const scope = yield* Scope.fork(deps.scope)
  scopes.set(member, scope)
  yield* Scope.provide(open(authOf(deps, listener), listener), scope)
})

const release = Effect.fnUntraced(function* ({ scopes }: MemberSocketDeps, member: MemberId) {
  const scope = scopes.get(member)
  if (scope === undefined) return
  scopes.delete(member)
  yield* Scope.close(scope, Exit.void)
})

export class MemberSockets extends Context.Service<MemberSockets, MemberSocketsShape>()(
  "gateway/MemberSockets",
) {
  static readonly layer = (config: SocketConfig) =>
    Layer.effect(
      MemberSockets,
      Effect.gen(function* () {
        const deps: MemberSocketDeps = {
          key: config.key,
          open: yield* makeOpenSocket("member-socket", config),
          scope: yield* Effect.scope,
          scopes: new Map(),
        }
        return MemberSockets.of({
          hold: (member, listener) => hold(deps, member, listener),
          release: (member) => release(deps, member),
          held: () => deps.scopes.keys(),
        })
      }),
    )
}
