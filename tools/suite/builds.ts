/**
 * What is built, and the sources that it was made of. A build leaves the fingerprint of its sources beside it, so
 * that a test of a screen never looks at a site of other sources, and nobody builds twice what has not changed.
 */
import { createHash } from "node:crypto"
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

export interface Build {
  /** Where it is, under the repository's root. */
  readonly folder: string
  readonly sources: {
    readonly folders: ReadonlyArray<string>
    readonly files: ReadonlyArray<string>
  }
  /** Scripts of package.json, one after the other. */
  readonly scripts: ReadonlyArray<string>
}

/** The first is built before the others: it compiles the texts, which are everybody's. */
export const BUILDS: ReadonlyArray<Build> = [
  {
    folder: "apps/web/dist",
    sources: {
      folders: ["apps/web", "contracts", "packages"],
      files: ["package-lock.json", "tools/baseline/baseline.ts", "vite.config.ts"],
    },
    scripts: ["build:messages", "build:web"],
  },
  {
    folder: "gateway/dist",
    sources: {
      folders: ["contracts", "gateway", "packages"],
      files: ["package-lock.json", "tools/pack-gateway.ts", "tools/pack-node.ts"],
    },
    scripts: ["build:gateway"],
  },
  {
    folder: "apps/simulators/dist",
    sources: {
      folders: ["apps/simulators/desk-client"],
      files: ["package-lock.json", "tools/baseline/baseline.ts", "tools/pack-desk.ts"],
    },
    scripts: ["build:desk"],
  },
]

const stampOf = (root: string, { folder }: Build) => join(root, folder, "sources.sha256")

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

/** Of the names and the contents of all that it is built from, in the repository at `root`. */
export const sourcesFingerprint = (root: string, { sources }: Build): string => {
  const hash = createHash("sha256")
  const files = [...sources.files, ...sources.folders.flatMap((folder) => filesUnder(root, folder))]
  for (const file of files.toSorted()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0")
  }
  return hash.digest("hex")
}

const builtFrom = (root: string, build: Build): string | undefined => {
  try {
    return readFileSync(stampOf(root, build), "utf8")
  } catch {
    return undefined
  }
}

export const isFresh = (root: string, build: Build): boolean =>
  builtFrom(root, build) === sourcesFingerprint(root, build)

/** Called around a build: what it was built from before it begins is what it says once it has ended. */
export const forgetBuild = (root: string, build: Build): void =>
  rmSync(stampOf(root, build), { force: true })
export const rememberBuild = (root: string, build: Build, fingerprint: string): void =>
  writeFileSync(stampOf(root, build), fingerprint)
