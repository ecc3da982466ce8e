/**
 * Sessions whose upstream token is being exchanged or given up at this moment: from the call that invalidates the
 * old token until the new one is stored or the session has ended. A request that is refused with the old token
 * waits here meanwhile, so that no member is logged out by their own change.
 *
 * In memory: after a crash neither the change nor the waiting request exists.
 */
import { Context, Deferred, Effect, Layer } from "effect"
import type { OwnerId } from "../log/visit-header.ts"

export interface TokenChangesShape {
  readonly during: <A, E, R>(
    owner: OwnerId,
    change: Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E, R>
  /** Resolves when no change is running for this owner. */
  readonly settled: (owner: OwnerId) => Effect.Effect<void>
}

export class TokenChanges extends Context.Service<TokenChanges, TokenChangesShape>()(
  "gateway/TokenChanges",
) {
  static readonly layer = Layer.sync(TokenChanges, () => {
    const underWay = new Map<OwnerId, Set<Deferred.Deferred<void>>>()
    return TokenChanges.of({
      during: (owner, change) =>
        Effect.suspend(() => {
          const done = Deferred.makeUnsafe<void>()
          const others = underWay.get(owner) ?? new Set()
          underWay.set(owner, others.add(done))
          return Effect.onExit(change, () => {
            others.delete(done)
            if (others.size === 0) underWay.delete(owner)
            return Deferred.succeed(done, undefined)
          })
        }),
      settled: (owner) =>
        Effect.suspend(() =>
          Effect.forEach(underWay.get(owner) ?? [], (done) => Deferred.await(done), {
            // Stryker disable next-line BooleanLiteral: nobody reads what the waits come to
            discard: true,
          }),
        ),
    })
  })
}
