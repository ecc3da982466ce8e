/** The whole file as `foldcast replay` takes it: chain, schemas, order, fold, the state's hash at the end. */
import { refold } from "@foldcast/replay/player"
import type { Options } from "../harness/contest.ts"
import { peakMB } from "./peak-memory.ts"

export const run = async ({ file }: Options) => {
  const start = performance.now()
  const { verdict } = await refold(String(file))
  const seconds = (performance.now() - start) / 1_000
  if (verdict._tag !== "Ok") throw new Error(`the capture reads as ${JSON.stringify(verdict)}`)
  return { seconds, peakMB: peakMB() }
}
