/**
 * A short-lived cache that coalesces concurrent calls: a question that many ask costs the upstream one call. A
 * caller that arrives while the first waits shares its call, and the call continues when the first caller leaves.
 *
 * Invariants: bounded in number, the oldest entry is evicted first; stale entries are removed at the next question.
 */
import { Clock, Deferred, Effect, type Scope } from "effect"

export interface AnswerCache<A> {
  readonly get: (key: string, ask: Effect.Effect<A>) => Effect.Effect<A>
  /** Answers in the cache, or on their way. */
  readonly size: () => number
}

interface Held<A> {
  readonly answer: Deferred.Deferred<A>
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

    /** Removes stale entries. Oldest first, so it stops at the first fresh one; running calls are skipped. */
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
