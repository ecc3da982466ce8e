/** The whole file as `foldcast replay` handles it: chain, schemas, order, fold, and the state's hash at the end. */
import { keepHeapSmall } from "@foldcast/foldcast/replay/small-heap"
import type { Options } from "../harness/contest.ts"
import { cpuSeconds, peakMB } from "./process-use.ts"

export const run = async ({ file }: Options) => {
  keepHeapSmall()
  // Imported here, as the command does: an earlier import would have grown the heap already.
  const { replayFile } = await import("@foldcast/replay/player")
  const start = process.cpuUsage()
  const { verdict } = await replayFile(String(file))
  const seconds = cpuSeconds(start)
  if (verdict._tag !== "Ok") throw new Error(`the capture reads as ${JSON.stringify(verdict)}`)
  return { seconds, peakMB: peakMB() }
}
