/**
 * A copy of the tracked files in a separate folder, so that mutants never touch the working tree. External
 * packages are the repository's; the workspaces are the copy's.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { listFiles } from "../repository.ts"

const OURS = "@foldcast"
/** Build output that tests read. */
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
