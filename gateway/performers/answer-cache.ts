/**
 * Answers kept for a moment, so that a crowd that asks the same costs the upstream one call. Whoever comes
 * while the first is still waiting waits with it, and the call goes on when who asked first has left.
 *
 * Invariants: bounded in number, the one asked for longest ago goes first; what is not fresh any more is let go of
 * with the next question, so that nothing is held for nobody.
 */
import { Clock, Deferred, Effect, type Scope } from "effect"

export interface AnswerCache<A> {
  readonly get: (key: string, ask: Effect.Effect<A>) => Effect.Effect<A>
  /** Answers that are held, or on their way. */
  readonly size: () => number
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

    /** Oldest first, so this ends at the first that is fresh; those on their way are passed over. */
    const evict = (now: number) => {
      for (const [key, { freshUntil }] of all) {
        if (freshUntil === null) continue
        if (freshUntil > now) break
        all.delete(key)
      }
    }

    const hold = (key: string, now: number): Held<A> => {
      const held: Held<A> = { answer: Deferred.makeUnsafe<A>(), freshUntil: null }
      all.delete(key)
      evict(now)
      all.set(key, held)
      for (const oldest of all.keys()) {
        if (all.size <= capacity) break
        all.delete(oldest)
      }
      return held
    }

    return {
      size: () => all.size,
      get: Effect.fnUntraced(function* (key, ask) {
        const now = yield* Clock.currentTimeMillis
        const known = all.get(key)
        if (known !== undefined && (known.freshUntil === null || known.freshUntil > now)) {
          return yield* Deferred.await(known.answer)
        }
        const held = hold(key, now)
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
