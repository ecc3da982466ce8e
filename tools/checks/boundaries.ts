/**
 * The imports between workspaces (docs/architecture.md, "The rooms"). A package declares its dependencies in
 * its package.json, imports no other package of this repository, not even a type, and is imported only by its
 * name. Knip allows undeclared imports between private workspaces. Also checks pure folders beyond the linter's
 * rules, the ids of services, and machine paths in tracked files. Pure.
 */
import { posix } from "node:path"
import type { SourceFile } from "../repository.ts"

export interface Workspace {
  /** `@foldcast/gateway`. */
  readonly name: string
  /** `gateway`, `packages/folds`. */
  readonly folder: string
  readonly dependencies: ReadonlyArray<string>
  readonly devDependencies: ReadonlyArray<string>
}

const PURE_ROOMS = [
  "contracts/",
  "packages/colours/",
  "packages/folds/",
  "packages/limits/",
  "packages/rules/",
  "gateway/normalise/",
  "apps/backend/chat/room-model/",
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

const OURS = /(?:from|import)\s*\(?\s*"(@foldcast\/[\w-]+)/gu
/** Test files: their imports of other packages are development dependencies. */
const isForTests = (path: string) => /\.(?:test|pact|fixtures?|conformance)\.tsx?$/u.test(path)

export const undeclaredImports = (
  files: ReadonlyArray<SourceFile>,
  workspaces: ReadonlyArray<Workspace>,
): ReadonlyArray<string> =>
  files.flatMap(({ path, text }) => {
    const home = workspaces.find(({ folder }) => path.startsWith(`${folder}/`))
    if (home === undefined) return []
    const declared = [...home.dependencies, ...(isForTests(path) ? home.devDependencies : [])]
    return [...text.matchAll(OURS)].flatMap(([, name = ""]) =>
      declared.includes(name)
        ? []
        : [`${path}: imports ${name}, which ${home.folder}/package.json does not declare`],
    )
  })

const ROOM_ROW = /^\| \[`(?<folder>[\w/-]+?)\/?`\]\([^)]+\) \|.*\| (?<imports>[^|]+) \|$/gmu

const documentedImports = (cell: string): ReadonlyArray<string> =>
  cell === "–" ? [] : cell.split(", ").map((word) => `@foldcast/${word.split("/")[0] ?? ""}`)

/**
 * Differences between a package.json and the table of docs/architecture.md: a new dependency is a decision, so
 * it must be in the table too. "all" allows any declared dependency.
 */
export const undocumentedDependencies = (
  workspaces: ReadonlyArray<Workspace>,
  architecture: string,
): ReadonlyArray<string> => {
  const rows = new Map(
    [...architecture.matchAll(ROOM_ROW)].map(({ groups }) => [
      groups?.["folder"],
      groups?.["imports"] ?? "",
    ]),
  )
  return workspaces.flatMap(({ folder, dependencies }) => {
    const cell = rows.get(folder)
    if (cell === undefined) return [`docs/architecture.md: has no row for ${folder}`]
    if (cell === "all") return []
    const documented = documentedImports(cell)
    const ours = dependencies.filter((name) => name.startsWith("@foldcast/"))
    return [
      ...ours
        .filter((name) => !documented.includes(name))
        .map((name) => `${folder}/package.json: depends on ${name}, docs/architecture.md does not`),
      ...documented
        .filter((name) => !ours.includes(name))
        .map(
          (name) => `docs/architecture.md: ${folder} imports ${name}, its package.json does not`,
        ),
    ]
  })
}

export const clockReadings = (files: ReadonlyArray<SourceFile>): ReadonlyArray<string> =>
  files
    .filter(({ path, text }) => {
      const pure = PURE_ROOMS.some((room) => path.startsWith(room)) && !isTest(path)
      return pure && /\bnew Date\(\s*\)|\bDate\(\s*\)|toLocale(?:String|Date|Time)/u.test(text)
    })
    .map(({ path }) => `${path}: reads a clock or a locale (law L5)`)

const SERVICE = /\bclass (\w+) extends Context\.Service<[\s\S]*?>\(\)\(\s*"[\w-]+\/([^"]+)"/gu

/** Services whose id, which a report of a missing service shows, is not the name of their class. */
export const misnamedServices = (files: ReadonlyArray<SourceFile>): ReadonlyArray<string> =>
  files.flatMap(({ path, text }) =>
    [...text.matchAll(SERVICE)].flatMap(([, name, id]) =>
      name === id ? [] : [`${path}: the service ${name} has the id ${id}`],
    ),
  )

/** Absolute paths of one machine, and paths outside the repository: a clean clone has neither. */
export const outsidePaths = (files: ReadonlyArray<SourceFile>): ReadonlyArray<string> =>
  files.flatMap(({ path, text }) =>
    /(?:^|[\s"'`(=:])\/(?:work|farm|home|Users|root)\/[\w.-]/mu.test(text)
      ? [`${path}: names a path of one machine`]
      : [],
  )
