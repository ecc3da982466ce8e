/**
 * Drawn loops that the media engine plays where nobody publishes. The demo world has one for each of its performers;
 * a service without a demo world has none.
 */
import { Context, Layer } from "effect"

export interface StandInLoopsShape {
  /** The loop of this performer, by the engine's name for it; null where there is none. */
  readonly loopOf: (performerId: string) => string | null
  /** A JPEG of what the loop shows at `now` (milliseconds since 1970). */
  readonly stillOf: (loop: string, now: number) => Uint8Array | null
}

export class StandInLoops extends Context.Service<StandInLoops, StandInLoopsShape>()(
  "backend/StandInLoops",
) {
  static readonly none = Layer.succeed(StandInLoops, {
    loopOf: () => null,
    stillOf: () => null,
  })
}
