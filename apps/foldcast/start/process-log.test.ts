import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { ProcessLog } from "./process-log.ts"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "process-log-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const modeOf = (file: string) => statSync(file).mode & 0o777

it("a log is rotated while its process goes on, and one rotated file is kept", () => {
  const file = join(folder, "gateway.log")
  const log = new ProcessLog(file, 100)
  for (let line = 0; line < 50; line += 1) log.write(`line ${line} of the log`)
  expect(readFileSync(file, "utf8").endsWith("line 49 of the log\n")).toBe(true)
  const kept = readFileSync(`${file}.1`, "utf8") + readFileSync(file, "utf8")
  expect(kept).toMatch(/line 48 of the log\nline 49 of the log\n$/u)
  for (const each of [file, `${file}.1`]) expect(statSync(each).size).toBeLessThan(200)
  expect(existsSync(`${file}.2`)).toBe(false)
})

it("a log that an earlier run left too long is rotated", () => {
  const file = join(folder, "gateway.log")
  writeFileSync(file, "earlier\n".repeat(100))
  new ProcessLog(file, 100).write("now")
  expect(readFileSync(file, "utf8")).toBe("now\n")
})

it("a log can be read by its owner alone, also where the file existed before", () => {
  const file = join(folder, "gateway.log")
  writeFileSync(file, "")
  chmodSync(file, 0o644)
  new ProcessLog(file).write("a line")
  expect(modeOf(file)).toBe(0o600)
  const other = join(folder, "backend.log")
  new ProcessLog(other).write("a line")
  expect(modeOf(other)).toBe(0o600)
})

it("a log that cannot be written loses lines and nothing else, and says how many", () => {
  const file = join(folder, "gateway.log")
  mkdirSync(file)
  const log = new ProcessLog(file)
  log.write("lost")
  log.write("lost too")
  rmdirSync(file)
  log.write("kept")
  log.write("kept too")
  expect(readFileSync(file, "utf8")).toBe("2 lines could not be written.\nkept\nkept too\n")
})

it.runIf(existsSync("/dev/full"))(
  "a log on a full disk loses lines, and writing to it does not throw",
  () => {
    const log = new ProcessLog("/dev/full")
    expect(() => log.write("a line that finds no room")).not.toThrow()
  },
)
