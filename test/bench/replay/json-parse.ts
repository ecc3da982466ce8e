/** The least that a reader can do: JSON.parse of every line, a block of the file at a time. */
import { createReadStream } from "node:fs"
import type { Options } from "../harness/contest.ts"
import { cpuSeconds, peakMB } from "./process-use.ts"

const BLOCK_BYTES = 1_048_576

export const run = async ({ file }: Options) => {
  const start = process.cpuUsage()
  let begun = ""
  let lines = 0
  for await (const block of createReadStream(String(file), {
    encoding: "utf8",
    highWaterMark: BLOCK_BYTES,
  }) as AsyncIterable<string>) {
    const parts = (begun + block).split("\n")
    begun = parts.pop() ?? ""
    for (const line of parts) {
      JSON.parse(line)
      lines += 1
    }
  }
  return { seconds: cpuSeconds(start), lines, peakMB: peakMB() }
}
