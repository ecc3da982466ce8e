/** Checks the kind in a test's file name: the kind exists, and a unit test starts nothing heavy. */
import { posix } from "node:path"
import type { SourceFile } from "../repository.ts"
import { PROJECT_NAMES } from "../suite/test-projects.ts"

const NAMED_KIND = /\.(?<kind>[^./]+)\.(?:test|pact)\.tsx?$/u

/** A misspelt kind would silently make the test a unit test. */
export const unknownKinds = (tests: ReadonlyArray<string>): ReadonlyArray<string> =>
  tests.flatMap((path) => {
    const kind = NAMED_KIND.exec(path)?.groups?.["kind"]
    if (kind === undefined || PROJECT_NAMES.some((name) => name === kind)) return []
    return [`${path}: there is no kind of test "${kind}" (docs/testing.md, Kinds)`]
  })

/** Modules that a unit test must not import, directly or indirectly. */
const HEAVY = new Set(["node:child_process", "playwright-core", "@electric-sql/pglite", "pg"])

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(?!type\b)[^"';]*?from\s*"([^"]+)"|\bimport\(\s*"([^"]+)"|\nimport "([^"]+)"/gu

const importsOf = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(IMPORT)].map(([, from, dynamic, bare]) => from ?? dynamic ?? bare ?? "")

/** `workspaces` maps package names to their folders. */
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
            `${unit}: comes to ${specifier} by ${path}; it is no unit test (docs/testing.md, Kinds)`,
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
