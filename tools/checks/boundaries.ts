/**
 * What the linter's import rules cannot see (docs/architecture.md, "The rooms"): relative paths that
 * leave a package, declared dependencies that a room may not have, `new Date()` in a pure room, and
 * paths of some machine in tracked files. The rooms' own rules stand in .oxlintrc.json and nowhere else.
 *
 * Pure; called by steps.ts.
 */
import { posix } from "node:path"
import type { SourceFile } from "../repository.ts"

export interface Room {
  /** `gateway`, `packages/folds`. */
  readonly folder: string
  /** Globs of what it may not import: `@foldcast/web/**`. */
  readonly banned: ReadonlyArray<string>
}

export interface Workspace {
  readonly folder: string
  readonly dependencies: ReadonlyArray<string>
}

const PURE_ROOMS = [
  "contracts/",
  "packages/colours/",
  "packages/folds/",
  "packages/limits/",
  "packages/rules/",
  "gateway/normalise/",
  "apps/backend/chat/room/",
]
const isTest = (path: string) => /\.(?:test|pact)\.tsx?$/u.test(path)

const IMPORT = /(?:from|import)\s*\(?\s*"(\.[^"]+)"/gu

/** Relative imports that end in another workspace. */
export const escapingImports = (
  files: ReadonlyArray<SourceFile>,
  workspaces: ReadonlyArray<Workspace>,
): ReadonlyArray<string> => {
  const workspaceOf = (path: string) =>
    workspaces.find(({ folder }) => path.startsWith(`${folder}/`))?.folder
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(IMPORT)].flatMap(([, specifier = ""]) => {
      const home = workspaceOf(path)
      const target = workspaceOf(posix.join(posix.dirname(path), specifier))
      return home !== undefined && target !== home
        ? [`${path}: imports ${specifier}; import another room by its package's name`]
        : []
    }),
  )
}

/** Declared dependencies that the room's own import rule forbids. */
export const forbiddenDependencies = (
  workspaces: ReadonlyArray<Workspace>,
  rooms: ReadonlyArray<Room>,
): ReadonlyArray<string> =>
  workspaces.flatMap(({ folder, dependencies }) => {
    const banned = rooms.filter((room) => room.folder === folder).flatMap((room) => room.banned)
    return dependencies
      .filter((name) => banned.includes(`${name}/**`))
      .map((name) => `${folder}/package.json: depends on ${name}, which this room may not import`)
  })

export const clockReadings = (files: ReadonlyArray<SourceFile>): ReadonlyArray<string> =>
  files
    .filter(({ path, text }) => {
      const pure = PURE_ROOMS.some((room) => path.startsWith(room)) && !isTest(path)
      return pure && /\bnew Date\(\s*\)|\bDate\(\s*\)|toLocale(?:String|Date|Time)/u.test(text)
    })
    .map(({ path }) => `${path}: reads a clock or a locale (law L5)`)

/** Absolute paths of somebody's machine, and paths out of the repository: a clean clone has neither. */
export const outsidePaths = (files: ReadonlyArray<SourceFile>): ReadonlyArray<string> =>
  files.flatMap(({ path, text }) =>
    /(?:^|[\s"'`(=:])\/(?:work|farm|home|Users|root)\/[\w.-]/mu.test(text)
      ? [`${path}: names a path of one machine`]
      : [],
  )
