/**
 * The member socket: one socket.io connection for each member with a live visit, and one for each browser whose caller
 * pays by phone, opened with the call's token. Every event becomes a frame; every interruption is reported and followed
 * by a refresh (law L7). The gateway sends nothing over it.
 */
import { Context, Effect, Exit, Layer, Redacted, Scope } from "effect"
import type { MemberId } from "@foldcast/contracts/ids"
import type { OwnerId } from "../log/visit-header.ts"
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

export interface HeldSockets<Holder> {
  /** Holds a connection for the holder until `release`; idempotent. */
  readonly hold: (holder: Holder, listener: MemberSocketListener) => Effect.Effect<void>
  readonly release: (holder: Holder) => Effect.Effect<void>
  readonly held: () => Iterable<Holder>
}
export type MemberSocketsShape = HeldSockets<MemberId>
export type CallerSocketsShape = HeldSockets<OwnerId>

interface HeldSocketDeps<Holder> {
  readonly key: Redacted.Redacted
  readonly open: OpenSocketIn
  /** The sockets end with it. */
  readonly scope: Scope.Scope
  /** The scope of each holder's socket. */
  readonly scopes: Map<Holder, Scope.Closeable>
}

const authOf = ({ key }: Pick<HeldSocketDeps<never>, "key">, { token }: MemberSocketListener) =>
  Effect.map(token, (shown) => ({
    token: shown === null ? "" : Redacted.value(shown),
    key: Redacted.value(key),
  }))

const heldSockets = <Holder>(config: SocketConfig) =>
  Effect.gen(function* () {
    const deps: HeldSocketDeps<Holder> = {
      key: config.key,
      open: yield* makeOpenSocket("member-socket", config),
      scope: yield* Effect.scope,
      scopes: new Map(),
    }
    const { open, scopes } = deps
    const hold = Effect.fnUntraced(function* (holder: Holder, listener: MemberSocketListener) {
      if (scopes.has(holder)) return
      const scope = yield* Scope.fork(deps.scope)
      scopes.set(holder, scope)
      yield* Scope.provide(open(authOf(deps, listener), listener), scope)
    })
    const release = Effect.fnUntraced(function* (holder: Holder) {
      const scope = scopes.get(holder)
      if (scope === undefined) return
      scopes.delete(holder)
      yield* Scope.close(scope, Exit.void)
    })
    return { hold, release, held: () => scopes.keys() } satisfies HeldSockets<Holder>
  })

export class MemberSockets extends Context.Service<MemberSockets, MemberSocketsShape>()(
  "gateway/MemberSockets",
) {
  static readonly layer = (config: SocketConfig) =>
    Layer.effect(MemberSockets, Effect.map(heldSockets<MemberId>(config), MemberSockets.of))
}

export class CallerSockets extends Context.Service<CallerSockets, CallerSocketsShape>()(
  "gateway/CallerSockets",
) {
  static readonly layer = (config: SocketConfig) =>
    Layer.effect(CallerSockets, Effect.map(heldSockets<OwnerId>(config), CallerSockets.of))
}
