/**
 * The built site and the sources that it was made of. A build leaves the fingerprint of its sources
 * beside it, so that a test of a screen never looks at a site of other sources, and nobody builds twice
 * what has not changed. Callers: fresh-site.ts.
 */
import { createHash } from "node:crypto"
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const FOLDERS = ["apps/web", "contracts", "packages"]
const FILES = ["package-lock.json", "vite.config.ts"]
const STAMP = "apps/web/dist/sources.sha256"

const MADE = new Set(["node_modules", "dist", "generated"])
/** The route tree and what stands beside the texts' settings are written by the build itself. */
const isSource = (name: string) => !/^\.|\.(?:test|fixture)\.tsx?$|\.md$|\.gen\.ts$/u.test(name)

const filesUnder = (root: string, folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const inside = `${folder}/${entry.name}`
    if (MADE.has(entry.name)) return []
    if (entry.isDirectory()) return filesUnder(root, inside)
    return isSource(entry.name) ? [inside] : []
  })

/** Of the names and the contents of all that the site is built from, in the repository at `root`. */
export const sourcesFingerprint = (root: string): string => {
  const hash = createHash("sha256")
  const files = [...FILES, ...FOLDERS.flatMap((folder) => filesUnder(root, folder))]
  for (const file of files.toSorted()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0")
  }
  return hash.digest("hex")
}

const builtFrom = (root: string): string | undefined => {
  try {
    return readFileSync(join(root, STAMP), "utf8")
  } catch {
    return undefined
  }
}

export const isFresh = (root: string): boolean => builtFrom(root) === sourcesFingerprint(root)

/** Called around a build: what it was built from before it begins is what it says once it has ended. */
export const forgetBuild = (root: string): void => rmSync(join(root, STAMP), { force: true })
export const rememberBuild = (root: string, fingerprint: string): void =>
  writeFileSync(join(root, STAMP), fingerprint)
