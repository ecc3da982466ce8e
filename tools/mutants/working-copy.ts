/**
 * A copy of the tracked files in a folder of its own, so that mutants never stand in the sources somebody works on.
 * Outside packages are those of the repository; our own are the copy's.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { listFiles } from "../repository.ts"

const OURS = "@foldcast"
/** What a build leaves and tests read. */
const BUILT = ["apps/web/dist", "packages/messages/generated"]

export const makeWorkingCopy = (root: string): string => {
  const copy = mkdtempSync(join(tmpdir(), "foldcast-mutants-"))
  const place = (path: string) => {
    mkdirSync(join(copy, dirname(path)), { recursive: true })
    return join(copy, path)
  }
  for (const path of listFiles()) cpSync(join(root, path), place(path))
  for (const path of BUILT) cpSync(join(root, path), place(path), { recursive: true })
  const packages = join(root, "node_modules")
  for (const name of readdirSync(packages)) {
    if (name !== OURS) symlinkSync(join(packages, name), place(`node_modules/${name}`))
  }
  for (const name of readdirSync(join(packages, OURS))) {
    const target = readlinkSync(join(packages, OURS, name))
    symlinkSync(target, place(`node_modules/${OURS}/${name}`))
  }
  return copy
}
