import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { makeRunDirectory, removeLeftOver, runDirectory, runParent } from "./run-directory.ts"

const before = process.env["TMPDIR"]
let parent: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "foldcast-runs-"))
})
afterEach(() => {
  if (before !== undefined) process.env["TMPDIR"] = before
  rmSync(parent, { recursive: true, force: true })
})

/** Linux assigns no process id beyond 2^22. */
const PID_OF_NOBODY = 2 ** 22 + 1

it("a run's directory takes what the tests put in the temporary directory, and is deleted with the run", () => {
  const removeIt = makeRunDirectory(parent)
  expect(tmpdir()).toBe(runDirectory(parent, process.pid))
  writeFileSync(join(tmpdir(), "left.txt"), "left")
  removeIt()
  expect(tmpdir()).toBe(parent)
  expect(readdirSync(parent)).toEqual([])
})

it("the directory of a killed run is deleted with the next one; those of living processes and of others stay", () => {
  const killed = runDirectory(parent, PID_OF_NOBODY)
  mkdirSync(join(killed, "data"), { recursive: true })
  const staying = [runDirectory(parent, process.ppid), join(parent, "foldcast-run-of-mine")]
  for (const directory of staying) mkdirSync(directory)
  removeLeftOver(parent)
  expect(existsSync(killed)).toBe(false)
  expect(staying.every((directory) => existsSync(directory))).toBe(true)
})

it("a run's directory lies in memory where there is enough of it, and else where temporary files are", () => {
  const { bavail, bsize } = statfsSync(parent)
  const roomy = bavail * bsize >= 4 * 2 ** 30
  expect(runParent("/tmp", 2 ** 40, parent)).toBe(roomy ? parent : "/tmp")
  expect(runParent("/tmp", 2 ** 30, parent)).toBe("/tmp")
  expect(runParent("/tmp", 2 ** 40, join(parent, "none"))).toBe("/tmp")
})
