/**
 * Sessions whose upstream token is being exchanged, or given up, at this moment: from the call that makes the
 * old one worthless until the new one is stored, or the end is told. Who is refused with the old one meanwhile
 * waits here, so that nobody is logged out by their own change.
 *
 * In memory: a gateway that dies forgets both sides.
 */
import { Context, Deferred, Effect, Layer } from "effect"
import type { OwnerId } from "../log/visit-header.ts"

export interface TokenChangesShape {
  readonly during: <A, E, R>(
    owner: OwnerId,
    change: Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E, R>
  /** Answers when no change is under way. */
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
