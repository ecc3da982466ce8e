/**
 * The builds and their sources. A build stores a fingerprint of its sources beside its output, so that a screen
 * test never runs against a stale site and an unchanged build is never repeated.
 */
import { createHash } from "node:crypto"
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

export interface Build {
  /** Its output, under the repository's root. */
  readonly folder: string
  readonly sources: {
    readonly folders: ReadonlyArray<string>
    readonly files: ReadonlyArray<string>
  }
  /** Scripts of package.json, in sequence. */
  readonly scripts: ReadonlyArray<string>
}

/** The first is built before the others, because it compiles the texts that all of them use. */
export const BUILDS: ReadonlyArray<Build> = [
  {
    folder: "apps/web/dist",
    sources: {
      folders: ["apps/web", "contracts", "packages"],
      files: [
        "package-lock.json",
        "tools/baseline/baseline.ts",
        "tools/site/design-page.ts",
        "tools/site/short-messages.ts",
        "tools/site/unused-parts.ts",
        "vite.config.ts",
      ],
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
    folder: "apps/backend/dist",
    sources: {
      folders: ["apps/backend", "contracts", "packages"],
      files: ["package-lock.json", "tools/pack-backend.ts", "tools/pack-node.ts"],
    },
    scripts: ["build:backend"],
  },
  {
    folder: "apps/simulators/dist",
    sources: {
      folders: ["apps/simulators", "contracts", "packages"],
      files: [
        "package-lock.json",
        "tools/baseline/baseline.ts",
        "tools/pack-desk.ts",
        "tools/pack-node.ts",
        "tools/pack-simulators.ts",
      ],
    },
    scripts: ["build:desk", "build:simulators"],
  },
]

const stampOf = (root: string, { folder }: Build) => join(root, folder, "sources.sha256")

const MADE = new Set(["node_modules", "dist", "generated"])
/** The build itself writes the route tree and the files beside the texts' settings. */
const isSource = (name: string) => !/^\.|\.(?:test|fixture)\.tsx?$|\.md$|\.gen\.ts$/u.test(name)

const filesUnder = (root: string, folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const inside = `${folder}/${entry.name}`
    if (MADE.has(entry.name)) return []
    if (entry.isDirectory()) return filesUnder(root, inside)
    return isSource(entry.name) ? [inside] : []
  })

/** A hash of the names and contents of all its sources, in the repository at `root`. */
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

/** A build removes its stamp before it starts, and at its end stores the fingerprint from before the start. */
export const forgetBuild = (root: string, build: Build): void =>
  rmSync(stampOf(root, build), { force: true })
export const rememberBuild = (root: string, build: Build, fingerprint: string): void =>
  writeFileSync(stampOf(root, build), fingerprint)
