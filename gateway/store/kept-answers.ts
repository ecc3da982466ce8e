/**
 * Public answers that a visit's log cites by their SHA-256, each kept once, for captures to show. They lie
 * in the durable store (answers-table.ts), in a file of their own.
 *
 * Invariants:
 *
 *   - what is read back has the hash it is asked for by, or is gone: a damaged body is no body;
 *   - bounded in bytes as they are stored, what stores them included; those cited longest ago go first;
 *   - it may fail or be full and nothing else suffers: no log waits for it, no capture needs it.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { DurableStore, type DurableStoreShape, type StoreFailed } from "./durable-store.ts"

export interface Citation {
  /** 64 hexadecimal digits. */
  readonly hash: string
  /** Null where it was not served recently: what is kept already is then kept longer. */
  readonly text: string | null
}

/** How many of the citations were of what; together as many as were given. */
export interface CitationCounts {
  /** Kept from now on. */
  readonly kept: number
  /** Kept already. */
  readonly known: number
  /** Neither kept nor served recently. */
  readonly unknown: number
  /** Alone more than there is room for. */
  readonly tooLong: number
}

/** Bodies are extra: whoever meets this goes on without them. */
export class KeptAnswersUnavailable extends Schema.TaggedError<KeptAnswersUnavailable>()(
  "KeptAnswersUnavailable",
  { operation: Schema.String, detail: Schema.String },
) {
  override get message() {
    return `the kept answers failed at ${this.operation}: ${this.detail}`
  }
}

export interface KeptAnswersShape {
  /** `at` in gateway milliseconds. A text must be that of its hash. */
  readonly cite: (
    citations: ReadonlyArray<Citation>,
    at: number,
  ) => Effect.Effect<CitationCounts, KeptAnswersUnavailable>
  readonly read: (hash: string) => Effect.Effect<Option.Option<string>, KeptAnswersUnavailable>
  /** Deletes what was last cited before `before`. Answers how many. */
  readonly forgetBefore: (before: number) => Effect.Effect<number, KeptAnswersUnavailable>
  /** As they are stored: packed, each with what its row takes. */
  readonly bytes: () => number
}

const unavailable = ({ operation, detail }: StoreFailed) =>
  new KeptAnswersUnavailable({ operation, detail })

/** `measured` is how many bytes are kept when it begins. */
export const keptAnswersIn = (store: DurableStoreShape, measured = 0): KeptAnswersShape => {
  let stored = measured
  const told = (answer: { readonly bytes: number } | null) => {
    stored = answer?.bytes ?? stored
  }
  return {
    cite: (citations, at) =>
      store.ask("answers", "cite", { citations, at }, told).pipe(
        Effect.map(({ became }) => became),
        Effect.mapError(unavailable),
      ),
    read: (hash) =>
      store
        .ask("answers", "read", { hash })
        .pipe(Effect.map(Option.fromNullOr), Effect.mapError(unavailable)),
    forgetBefore: Effect.fnUntraced(function* (before) {
      let total = 0
      while (true) {
        const { count, isDone } = yield* store
          .ask("answers", "forgetBefore", { before }, told)
          .pipe(Effect.mapError(unavailable))
        total += count
        if (isDone) return total
      }
    }),
    bytes: () => stored,
  }
}

const makeKeptAnswers = Effect.gen(function* () {
  const store = yield* DurableStore
  const measured = yield* store.ask("answers", "bytes", {}).pipe(
    // The gateway runs without them; each request says again why there are none.
    Effect.catch((error) => Effect.as(Effect.logError(unavailable(error).message), 0)),
  )
  return keptAnswersIn(store, measured)
})

export class KeptAnswers extends Context.Service<KeptAnswers, KeptAnswersShape>()(
  "gateway/KeptAnswers",
) {
  static readonly layer = Layer.effect(KeptAnswers, makeKeptAnswers)
}
