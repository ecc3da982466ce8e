/**
 * Answers kept for a moment, so that a crowd that asks the same costs the upstream one call. Whoever comes
 * while the first is still waiting waits with it, and the call goes on when who asked first has left.
 *
 * Callers: performer-asking.ts. Invariant: bounded in number; the one asked for longest ago goes first.
 */
import { Clock, Deferred, Effect, type Scope } from "effect"

export interface AnswerCache<A> {
  readonly get: (key: string, ask: Effect.Effect<A>) => Effect.Effect<A>
}

interface Held<A> {
  readonly answer: Deferred.Deferred<A>
  /** Null while it is on its way. */
  freshUntil: number | null
}

export const answerCache = <A>({
  freshMs,
  capacity,
}: {
  readonly freshMs: number
  readonly capacity: number
}): Effect.Effect<AnswerCache<A>, never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    const all = new Map<string, Held<A>>()

    const hold = (key: string): Held<A> => {
      const held: Held<A> = { answer: Deferred.makeUnsafe<A>(), freshUntil: null }
      all.delete(key)
      all.set(key, held)
      for (const oldest of all.keys()) {
        if (all.size <= capacity) break
        all.delete(oldest)
      }
      return held
    }

    return {
      get: Effect.fnUntraced(function* (key, ask) {
        const now = yield* Clock.currentTimeMillis
        const known = all.get(key)
        if (known !== undefined && (known.freshUntil === null || known.freshUntil > now)) {
          return yield* Deferred.await(known.answer)
        }
        const held = hold(key)
        yield* ask.pipe(
          Effect.onExit((exit) =>
            Effect.flatMap(Clock.currentTimeMillis, (then) => {
              held.freshUntil = then + freshMs
              return Deferred.done(held.answer, exit)
            }),
          ),
          Effect.forkIn(scope),
        )
        return yield* Deferred.await(held.answer)
      }),
    }
  })
