/** The demo world's drawn loops, for the chat service: each performer has her own, of her name. */
import { join } from "node:path"
import { Effect, Layer } from "effect"
import { StandInLoops } from "../../chat/engine/stand-in-loops.ts"
import { NO_FILES, pictureFiles } from "../../media/picture-files.ts"
import { DEMO_ID_PREFIX } from "../performers/demo-performers.ts"
import { makeLoopFiles } from "./loop-files.ts"

export interface DemoLoopsOptions {
  /** Null: nothing is stored. For tests. */
  readonly directory: string | null
  readonly hasCheckCode: boolean
}

/** Those of all two hundred. */
const MAX_BYTES = 90_000_000

const isDemo = (name: string) => name.startsWith(DEMO_ID_PREFIX)

export const demoLoops = ({ directory, hasCheckCode }: DemoLoopsOptions) =>
  Layer.effect(
    StandInLoops,
    Effect.gen(function* () {
      const files =
        directory === null ? NO_FILES : yield* pictureFiles(join(directory, "loops"), MAX_BYTES)
      const loops = yield* makeLoopFiles({ hasCheckCode, files })
      return StandInLoops.of({
        loopOf: (performerId) => (isDemo(performerId) ? performerId : null),
        haveSound: true,
        stillOf: (loop, now) => (isDemo(loop) ? loops.still(loop, now) : Effect.succeed(null)),
        fileOf: (loop) => (isDemo(loop) ? loops.file(loop) : Effect.succeed(null)),
      })
    }),
  )
