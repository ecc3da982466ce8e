/**
 * Ends the process when the log fails, or when data past its term cannot be deleted: nothing more is acknowledged,
 * and an fsync is never retried. main.ts waits for `ended`; background work is guarded by it. Nothing else ends the
 * process: a defect is only reported, and so is an uncaught error (settings/uncaught-errors.ts).
 */
import { Context, Deferred, Effect, Exit, Layer, Schema } from "effect"
import type { LogUnavailable } from "./log/visit-log.ts"

/** Data past its term still exists: a store that cannot delete must not collect more. */
export class RetentionFailed extends Schema.TaggedError<RetentionFailed>()("RetentionFailed", {
  detail: Schema.String,
}) {
  override get message() {
    return `what is past its term cannot be deleted: ${this.detail}`
  }
}

export type FatalFailure = LogUnavailable | RetentionFailed

/** A full disk is waited out: the request was refused, and nothing has changed. */
const ends = (error: FatalFailure): boolean => error._tag === "RetentionFailed" || error.lasts

/** Runs synchronous code; a throw becomes a defect. */
export const attempt = <A>(work: () => A): Exit.Exit<A> => {
  try {
    return Exit.succeed(work())
  } catch (defect) {
    return Exit.die(defect)
  }
}

export interface FatalShape {
  /** A lasting failure ends the process; any other failure, and a defect, is reported. */
  readonly guard: <A, R>(effect: Effect.Effect<A, FatalFailure, R>) => Effect.Effect<void, never, R>
  /** The same for the exit of synchronous code. Does not throw. */
  readonly hear: (exit: Exit.Exit<unknown, FatalFailure>) => void
  /** Runs synchronous code beside a request and reports its defects. Does not throw. */
  readonly attempt: (work: () => void) => void
  readonly ended: Effect.Effect<FatalFailure>
}

export class Fatal extends Context.Service<Fatal, FatalShape>()("gateway/Fatal") {
  static readonly layer = Layer.effect(
    Fatal,
    Effect.gen(function* () {
      const run = Effect.runForkWith(yield* Effect.context())
      const failure = Deferred.makeUnsafe<FatalFailure>()
      const guard: FatalShape["guard"] = (effect) =>
        effect.pipe(
          Effect.asVoid,
          Effect.catch((error) =>
            ends(error)
              ? Effect.asVoid(Deferred.succeed(failure, error))
              : Effect.logError(error.message),
          ),
          Effect.tapDefect((defect) => Effect.logError("defect beside a request", String(defect))),
        )
      const hear: FatalShape["hear"] = (exit) => {
        if (Exit.isFailure(exit)) run(guard(exit))
      }
      return Fatal.of({
        guard,
        hear,
        attempt: (work) => hear(attempt(work)),
        ended: Deferred.await(failure),
      })
    }),
  )
}
