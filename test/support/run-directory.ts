/**
 * Before any test: one temporary directory for the whole run, in which its worlds, its browsers and its
 * tests keep what they need, and which is gone when the run is over. What a killed run left behind goes
 * with the next one; it is known by its process, which is not there any more.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const PREFIX = "foldcast-run-"
const BROWSER = "chromium"

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
  rmSync(directory, { recursive: true, force: true, maxRetries: 5 })

const removeLeftOver = (parent: string): void => {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(PREFIX)) continue
    const pid = Number(name.slice(PREFIX.length))
    if (Number.isInteger(pid) && isGone(pid)) remove(join(parent, name))
  }
}

/** Every project of a run calls it; the first one is heard. */
export const setup = (): (() => void) | undefined => {
  const parent = tmpdir()
  const directory = join(parent, `${PREFIX}${process.pid}`)
  if (parent.endsWith(`${PREFIX}${process.pid}`)) return undefined
  removeLeftOver(parent)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  // It is unpacked once for all runs, and looked for in the temporary directory.
  const browser = join(parent, BROWSER)
  if (existsSync(browser)) symlinkSync(browser, join(directory, BROWSER))
  // Workers, and all that they start, take it from here.
  process.env["TMPDIR"] = directory
  return () => {
    process.env["TMPDIR"] = parent
    remove(directory)
  }
}
