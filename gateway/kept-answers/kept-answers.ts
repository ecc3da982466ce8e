/**
 * Public answers that a visit's log cites by their SHA-256, each kept once, for captures to show: the
 * interface that every implementation keeps and kept-answers.conformance.ts tests.
 *
 * Callers: citations.ts (cite), capture/export.ts (read), visits/sweep.ts (forgetBefore). Invariants:
 *
 *   - what is read back has the hash it is asked for by, or is gone: a damaged body is no body;
 *   - bounded in bytes as they are stored, what stores them included; those cited longest ago go first;
 *   - it may fail or be full and nothing else suffers: no log waits for it, no capture needs it.
 */
import { Context, type Effect, type Option, Schema } from "effect"

export interface Citation {
  /** 64 hexadecimal digits. */
  readonly hash: string
  /** Null where it is not under way: what is kept already is then kept longer. */
  readonly text: string | null
}

/** How many of the citations were of what; together as many as were given. */
export interface Cited {
  /** Kept from now on. */
  readonly kept: number
  /** Kept already. */
  readonly known: number
  /** Neither kept nor under way. */
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
  ) => Effect.Effect<Cited, KeptAnswersUnavailable>
  readonly read: (hash: string) => Effect.Effect<Option.Option<string>, KeptAnswersUnavailable>
  /** Deletes what was last cited before `before`. Answers how many. */
  readonly forgetBefore: (before: number) => Effect.Effect<number, KeptAnswersUnavailable>
  /** As they are stored: packed, each with what its row takes. */
  readonly bytes: () => number
}

export class KeptAnswers extends Context.Service<KeptAnswers, KeptAnswersShape>()(
  "gateway/KeptAnswers",
) {}
