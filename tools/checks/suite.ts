/**
 * The map of the tests is true: every file that is no unit test belongs to one room or to the whole, every
 * glob fits a file, and no unit test starts a browser, a process or a database. Pure; called by steps.ts.
 */
import { posix } from "node:path"
import type { SourceFile } from "../repository.ts"
import { belongsTo } from "../suite/rooms.ts"

type Rooms = Readonly<Record<string, ReadonlyArray<string>>>

/** `tests` are the files that are no unit tests, `files` all test files. */
export const roomFindings = (
  tests: ReadonlyArray<string>,
  files: ReadonlyArray<string>,
  rooms: Rooms,
): ReadonlyArray<string> => [
  ...tests.flatMap((path) => {
    const homes = Object.keys(rooms).filter((room) => belongsTo(path, rooms[room] ?? []))
    if (homes.length === 1) return []
    const found = homes.length === 0 ? "to no room" : `to ${homes.join(" and ")}`
    return [`${path}: belongs ${found} (tools/suite/rooms.ts)`]
  }),
  ...Object.entries(rooms).flatMap(([room, globs]) =>
    globs
      .filter((glob) => !files.some((path) => belongsTo(path, [glob])))
      .map((glob) => `tools/suite/rooms.ts: no test of ${room} fits ${glob}`),
  ),
]

/** What a unit test never comes to import, itself or through others. */
const HEAVY = new Set(["node:child_process", "playwright-core", "@electric-sql/pglite", "pg"])

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(?!type\b)[^"';]*?from\s*"([^"]+)"|\bimport\(\s*"([^"]+)"|\nimport "([^"]+)"/gu

const importsOf = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(IMPORT)].map(([, from, dynamic, bare]) => from ?? dynamic ?? bare ?? "")

/** `workspaces` are packages' names with their folders. */
export const heavyUnitTests = (
  units: ReadonlyArray<string>,
  sources: ReadonlyArray<SourceFile>,
  workspaces: ReadonlyMap<string, string>,
): ReadonlyArray<string> => {
  const texts = new Map(sources.map(({ path, text }) => [path, text]))
  const fileOf = (importer: string, specifier: string): string | undefined => {
    const [scope = "", name = "", ...inside] = specifier.split("/")
    const folder = workspaces.get(`${scope}/${name}`)
    const base = specifier.startsWith(".")
      ? posix.join(posix.dirname(importer), specifier)
      : folder === undefined
        ? undefined
        : posix.join(folder, ...inside)
    return [base, `${base}.ts`, `${base}.tsx`].find(
      (path): path is string => path !== undefined && texts.has(path),
    )
  }
  return units.flatMap((unit) => {
    const waiting = [unit]
    const seen = new Set(waiting)
    for (const path of waiting) {
      for (const specifier of importsOf(texts.get(path) ?? "")) {
        if (HEAVY.has(specifier)) {
          return [
            `${unit}: comes to ${specifier} by ${path}; it is no unit test (tools/suite/test-projects.ts)`,
          ]
        }
        const next = fileOf(path, specifier)
        if (next !== undefined && !seen.has(next)) {
          seen.add(next)
          waiting.push(next)
        }
      }
    }
    return []
  })
}
