import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { afterEach, beforeEach, expect, it } from "vitest"
import { type ProcessEvents, SupervisedProcess } from "./supervised-process.ts"

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))

let folder: string
const running: Array<SupervisedProcess> = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "foldcast-process-"))
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((process) => process.stop()))
  rmSync(folder, { recursive: true, force: true })
})

const quiet: ProcessEvents = {
  crashed: () => undefined,
  restarted: () => undefined,
  line: () => undefined,
}

const supervised = (
  args: ReadonlyArray<string>,
  restart: boolean,
  events: Partial<ProcessEvents> = {},
) => {
  const process = new SupervisedProcess(
    {
      name: "backend",
      args: ["--import", here("end-with-parent.js"), here("ready-process.fixture.ts"), ...args],
      environment: {},
      cwd: folder,
      logFile: join(folder, "backend.log"),
      restart,
    },
    { ...quiet, ...events },
  )
  running.push(process)
  return process
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it("a process is ready when it says so, and gone when it is stopped", async () => {
  const process = supervised(["stays"], true)
  expect(await process.start()).toBe("http://127.0.0.1:1")
  const pid = process.pid ?? 0
  expect(isAlive(pid)).toBe(true)
  await process.stop()
  expect(isAlive(pid)).toBe(false)
  expect(process.pid).toBeUndefined()
})

it("a process that never becomes ready is reported with its own last lines", async () => {
  const process = supervised(["fails", "the", "port", "is", "taken"], true)
  await expect(process.start()).rejects.toThrow(
    /ended before it was ready, with exit code 3[\s\S]*the port is taken/u,
  )
})

it("a crashed process is started again, and the restart is reported", async () => {
  const told: Array<string> = []
  const { promise: again, resolve } = Promise.withResolvers<void>()
  const process = supervised(["stays"], true, {
    crashed: (_name, how, inMs) => told.push(`${how}, again in ${inMs}`),
    restarted: () => resolve(),
  })
  await process.start()
  const before = process.pid
  await process.kill("SIGKILL")
  await again
  expect(told).toEqual(["by SIGKILL, again in 250"])
  expect(process.pid).not.toBe(before)
})

it("a crashed process is left alone where that is demanded", async () => {
  const { promise: crashed, resolve } = Promise.withResolvers<number | null>()
  const process = supervised(["stays"], false, { crashed: (_name, _how, inMs) => resolve(inMs) })
  await process.start()
  await process.kill("SIGKILL")
  expect(await crashed).toBeNull()
  expect(process.pid).toBeUndefined()
})

it("no process outlives a launcher that is killed", async () => {
  const launcher = spawn(
    process.execPath,
    [
      "--input-type=module-typescript",
      "-e",
      `import { SupervisedProcess } from ${JSON.stringify(here("supervised-process.ts"))}
       const events = { crashed() {}, restarted() {}, line() {} }
       const supervised = new SupervisedProcess(${JSON.stringify({
         name: "backend",
         args: ["--import", here("end-with-parent.js"), here("ready-process.fixture.ts"), "stays"],
         environment: {},
         cwd: folder,
         logFile: join(folder, "backend.log"),
         restart: true,
       })}, events)
       await supervised.start()
       console.log(supervised.pid)`,
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  )
  const [line] = (await once(createInterface({ input: launcher.stdout }), "line")) as [string]
  const pid = Number(line)
  expect(isAlive(pid)).toBe(true)
  launcher.kill("SIGKILL")
  await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false)
})
