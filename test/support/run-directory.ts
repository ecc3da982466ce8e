/**
 * Before any test: makes one temporary directory for the whole run, for its worlds, databases and test files; it is
 * removed after the run. It is in memory if the machine has enough: databases then wait for no disk, and the
 * browser's shared memory is not a file on one. The next run removes the directory of a killed run, which it
 * recognises by a process id that no longer exists.
 */
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

const NAME = /^foldcast-run-(\d+)$/u
const BROWSER = "chromium"

/** Linux keeps this directory in memory. */
const IN_MEMORY = "/dev/shm"
const GIB = 2 ** 30
/** A whole run writes about two GiB, and its processes need about four. */
const MIN_FREE_IN_MEMORY = 4 * GIB
const MIN_MEMORY = 10 * GIB

export const runDirectory = (parent: string, pid: number): string =>
  join(parent, `foldcast-run-${pid}`)

const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    // A process of another user exists too.
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

/** The parent of a run's directory: in memory, or the system's temporary directory. */
export const runParent = (
  temporary: string,
  memory = process.availableMemory(),
  inMemory = IN_MEMORY,
): string => {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return memory >= MIN_MEMORY && bavail * bsize >= MIN_FREE_IN_MEMORY ? inMemory : temporary
  } catch {
    // This system has no such directory.
    return temporary
  }
}

/** Makes this process's directory in `parent`; returns a function that removes it. */
export const makeRunDirectory = (parent: string, temporary = parent): (() => void) => {
  removeLeftOver(parent)
  const directory = runDirectory(parent, process.pid)
  mkdirSync(directory)
  // PostgreSQL keeps its data here, and root starts it as another user, who needs access.
  chmodSync(directory, 0o711)
  // The browser is unpacked once for all runs, and tests look for it in the temporary directory.
  symlinkSync(join(temporary, BROWSER), join(directory, BROWSER))
  // Workers and their child processes read it from here.
  process.env["TMPDIR"] = directory
  return () => {
    process.env["TMPDIR"] = temporary
    remove(directory)
  }
}

/** Every project of a run calls it; only the first call has an effect. */
export const setup = (): (() => void) | undefined => {
  const temporary = tmpdir()
  const isMade = runDirectory(dirname(temporary), process.pid) === temporary
  return isMade ? undefined : makeRunDirectory(runParent(temporary), temporary)
}
