/** The state at the middle of the file, as `foldcast replay --at` finds it. */
import { readCapture } from "@foldcast/replay/capture-file"
import { PartFold } from "@foldcast/replay/part-fold"
import type { Options } from "../harness/contest.ts"

export const run = async ({ file, events }: Options) => {
  const middle = Math.floor(Number(events) / 2)
  const part = new PartFold("")
  const start = performance.now()
  for await (const { captured } of readCapture(String(file))) {
    for (const each of captured) {
      if (each.kind === "event" && each.envelope.seq > middle) break
      part.take(each)
    }
    if (part.state.visit.seq >= middle) break
  }
  const ms = performance.now() - start
  if (part.state.visit.seq !== middle) throw new Error("the middle was not found")
  return { ms }
}
