/**
 * Before any test: one temporary directory for the whole run, in which its worlds, its databases and its
 * tests keep what they need, and which is gone when the run is over. It lies in memory where the machine has enough
 * of it: databases wait for no disk there, and the browser's shared memory is no file of one. What a killed run left
 * behind goes with the next one; it is known by its process, which is not there any more.
 */
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

const NAME = /^foldcast-run-(\d+)$/u
const BROWSER = "chromium"

/** Linux keeps what is written here in memory. */
const IN_MEMORY = "/dev/shm"
const GIB = 2 ** 30
/** A whole run writes some two, and its processes need some four for themselves. */
const MIN_FREE_IN_MEMORY = 4 * GIB
const MIN_MEMORY = 10 * GIB

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

/** Where a run's directory is made: in memory, or in the system's temporary directory. */
export const runParent = (
  temporary: string,
  memory = process.availableMemory(),
  inMemory = IN_MEMORY,
): string => {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return memory >= MIN_MEMORY && bavail * bsize >= MIN_FREE_IN_MEMORY ? inMemory : temporary
  } catch {
    // No such place on this system.
    return temporary
  }
}

/** Makes this process's directory in `parent`; answers what removes it. */
export const makeRunDirectory = (parent: string, temporary = parent): (() => void) => {
  removeLeftOver(parent)
  const directory = runDirectory(parent, process.pid)
  mkdirSync(directory)
  // A PostgreSQL that root starts as another user keeps its data in here.
  chmodSync(directory, 0o711)
  // It is unpacked once for all runs, and looked for in the temporary directory.
  symlinkSync(join(temporary, BROWSER), join(directory, BROWSER))
  // Workers, and all that they start, take it from here.
  process.env["TMPDIR"] = directory
  return () => {
    process.env["TMPDIR"] = temporary
    remove(directory)
  }
}

/** Every project of a run calls it; the first one is heard. */
export const setup = (): (() => void) | undefined => {
  const temporary = tmpdir()
  const isMade = runDirectory(dirname(temporary), process.pid) === temporary
  return isMade ? undefined : makeRunDirectory(runParent(temporary), temporary)
}
