/** Selects the requested steps of a file. */
import { positionOf } from "@foldcast/replay/parsed-line"
import { replaySteps } from "@foldcast/replay/player"
import { Failure } from "../failure.ts"
import type { ReplayOptions } from "./command.ts"

/** The steps of the chosen part up to and including the chosen position. */
export async function* chosen(file: string, { at, part }: ReplayOptions, last: number) {
  for await (const step of replaySteps(file)) {
    if (part !== undefined && step.part !== part) continue
    yield step
    if (at !== undefined && step.part === (part ?? last) && positionOf(step.captured) === at) return
  }
}

export const notThere = ({ at }: ReplayOptions) =>
  new Failure(`Position ${at} is not in the capture.`)
