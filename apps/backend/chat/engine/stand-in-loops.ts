/**
 * Drawn loops that the media engine plays where nobody publishes. The demo world has one for each of its performers;
 * a service without a demo world has none.
 */
import { Context, Effect, Layer } from "effect"

export interface StandInLoopsShape {
  /** The loop of this performer, by its name; null where there is none. */
  readonly loopOf: (performerId: string) => string | null
  /** Whether the engine plays sound with them. */
  readonly haveSound: boolean
  /** A JPEG of what the loop shows at `now` (milliseconds since 1970); null where there is none. */
  readonly stillOf: (loop: string, now: number) => Effect.Effect<Uint8Array | null>
  /** What the media engine plays (docs/media.md, Loops), part by part as it is drawn; null where there is none. */
  readonly fileOf: (loop: string) => Effect.Effect<AsyncIterable<Uint8Array> | null>
}

export class StandInLoops extends Context.Service<StandInLoops, StandInLoopsShape>()(
  "backend/StandInLoops",
) {
  static readonly none = Layer.succeed(StandInLoops, {
    loopOf: () => null,
    haveSound: false,
    stillOf: () => Effect.succeed(null),
    fileOf: () => Effect.succeed(null),
  })
}
