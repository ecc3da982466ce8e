/**
 * The way out when the log fails, or when what is past its term cannot be deleted: acknowledge nothing more
 * and end the process, never retry an fsync. main.ts waits for `ended`; everything that runs beside a
 * request is guarded by it. Nothing else ends it: a defect is reported, and so is what nobody caught
 * (settings/uncaught-errors.ts).
 */
import { Context, Deferred, Effect, Exit, Layer, Schema } from "effect"
import type { LogUnavailable } from "./log/visit-log.ts"

/** What is past its term is still here: a store that deletes nothing must not go on collecting. */
export class RetentionFailed extends Schema.TaggedError<RetentionFailed>()("RetentionFailed", {
  detail: Schema.String,
}) {
  override get message() {
    return `what is past its term cannot be deleted: ${this.detail}`
  }
}

export type FatalFailure = LogUnavailable | RetentionFailed

/** A disk without room is waited out: whoever asked was refused, and nothing was changed. */
const ends = (error: FatalFailure): boolean => error._tag === "RetentionFailed" || error.lasts

/** What plain code came to; a defect where it threw. */
export const attempt = <A>(work: () => A): Exit.Exit<A> => {
  try {
    return Exit.succeed(work())
  } catch (defect) {
    return Exit.die(defect)
  }
}

export interface FatalShape {
  /** A failure that lasts ends the process; any other, and a defect, is reported. */
  readonly guard: <A, R>(effect: Effect.Effect<A, FatalFailure, R>) => Effect.Effect<void, never, R>
  /** The same for what plain code came to. Throws nothing. */
  readonly hear: (exit: Exit.Exit<unknown, FatalFailure>) => void
  /** Runs plain code beside a request: a defect of it is reported. Throws nothing. */
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
