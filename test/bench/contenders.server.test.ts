/**
 * Checks that everything `npm run bench` compares still runs and does the same work. Without it, a contender that
 * no longer fits the product would go unnoticed until the next bench. One process runs all contenders with the
 * smallest input.
 */
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { beforeAll, describe, expect, it } from "vitest"
import { CONTENDERS, type ContenderName } from "./harness/contenders.ts"
import type { Figures } from "./harness/contest.ts"

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL("../..", import.meta.url))

const SMALLEST = fileURLToPath(new URL("./harness/smallest.ts", import.meta.url))

let figures: Readonly<Record<ContenderName, Figures>>

beforeAll(async () => {
  await run(process.execPath, ["tools/pack-relays.ts"], { cwd: ROOT })
  const { stdout } = await run(
    process.execPath,
    ["--expose-gc", "--disable-warning=ExperimentalWarning", SMALLEST],
    // Ends before the hook does, so that no process outlives the test.
    { cwd: ROOT, timeout: 110_000 },
  )
  figures = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as typeof figures
})

describe("the contenders of the benches", () => {
  it("all run, and measure what can be compared", () => {
    expect(Object.keys(figures).toSorted()).toEqual(Object.keys(CONTENDERS).toSorted())
    for (const [name, measured] of Object.entries(figures)) {
      expect(Object.keys(measured), name).not.toEqual([])
      expect(Object.values(measured).every(Number.isFinite), name).toBe(true)
    }
  })

  it("fold a log to one and the same state", () => {
    const states = (["fold/live", "fold/batch", "fold/hand", "fold/redux-toolkit"] as const).map(
      (name) => figures[name]["fingerprint"],
    )
    expect(new Set(states).size).toBe(1)
  })

  it("decode and refuse the same events", () => {
    expect(figures["decode/agreement"]["compared"]).toBeGreaterThan(10_000)
  })

  it("deliver to each viewer what is said in a room, once and in order", () => {
    expect([figures["rooms/gateway"]["wrong"], figures["rooms/socket.io"]["wrong"]]).toEqual([0, 0])
  })

  it("answer the same page, rendered anew or served from a cache", () => {
    expect(figures["home/render"]["bytes"]).toBe(figures["home/static-page"]["bytes"])
  })
})
