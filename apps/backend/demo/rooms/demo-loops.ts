/** The demo world's drawn loops, for the chat service. */
import { Layer } from "effect"
import { StandInLoops } from "../../chat/engine/stand-in-loops.ts"
import { demoLoopOf } from "./demo-loop.ts"
import { loopStills } from "./loop-stills.ts"

export const demoLoops = Layer.succeed(StandInLoops, {
  loopOf: demoLoopOf,
  stillOf: loopStills.at,
})
