/**
 * The way out when the log fails: acknowledge nothing more and end the process, never retry an fsync.
 * main.ts waits for `ended`; everything that runs beside a request is guarded by it.
 */
import { Context, Deferred, Effect, Layer } from "effect"
import type { LogUnavailable } from "./log/event-log.ts"

export interface FatalShape {
  readonly guard: <A, R>(
    effect: Effect.Effect<A, LogUnavailable, R>,
  ) => Effect.Effect<void, never, R>
  readonly ended: Effect.Effect<LogUnavailable>
}

export class Fatal extends Context.Service<Fatal, FatalShape>()("gateway/Fatal") {
  static readonly layer = Layer.sync(Fatal, () => {
    const failure = Deferred.makeUnsafe<LogUnavailable>()
    return Fatal.of({
      guard: (effect) =>
        effect.pipe(
          Effect.asVoid,
          Effect.catchTag("LogUnavailable", (error) =>
            Effect.asVoid(Deferred.succeed(failure, error)),
          ),
          Effect.tapDefect((defect) => Effect.logError("defect beside a request", String(defect))),
        ),
      ended: Deferred.await(failure),
    })
  })
}
