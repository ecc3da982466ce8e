/**
 * Before any test: one temporary directory for the whole run, in which its worlds, its databases and its
 * tests keep what they need, and which is gone when the run is over. What a killed run left behind goes
 * with the next one; it is known by its process, which is not there any more.
 */
import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

const NAME = /^foldcast-run-(\d+)$/u
const BROWSER = "chromium"

export const runDirectory = (parent: string, pid: number): string =>
  join(parent, `foldcast-run-${pid}`)

const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    // Somebody else's process is there too.
    return error instanceof Error && "code" in error && error.code === "ESRCH"
  }
}

const remove = (directory: string): void =>
  rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })

export const removeLeftOver = (parent: string): void => {
  for (const name of readdirSync(parent)) {
    const pid = NAME.exec(name)?.[1]
    if (pid !== undefined && isGone(Number(pid))) remove(join(parent, name))
  }
}

/** Makes this process's directory in `parent`; answers what removes it. */
export const makeRunDirectory = (parent: string): (() => void) => {
  removeLeftOver(parent)
  const directory = runDirectory(parent, process.pid)
  mkdirSync(directory)
  // A PostgreSQL that root starts as another user keeps its data in here.
  chmodSync(directory, 0o711)
  // It is unpacked once for all runs, and looked for in the temporary directory.
  symlinkSync(join(parent, BROWSER), join(directory, BROWSER))
  // Workers, and all that they start, take it from here.
  process.env["TMPDIR"] = directory
  return () => {
    process.env["TMPDIR"] = parent
    remove(directory)
  }
}

/** Every project of a run calls it; the first one is heard. */
export const setup = (): (() => void) | undefined => {
  const parent = tmpdir()
  const isMade = runDirectory(dirname(parent), process.pid) === parent
  return isMade ? undefined : makeRunDirectory(parent)
}
