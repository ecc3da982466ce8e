/**
 * The kinds of tests, each a Vitest project. A test's kind is in its file name (`accounts.server.test.ts`), or it
 * is the name of its folder in `test` (`test/security`). Every other test is `unit` and uses only its own
 * process. `server` starts processes or databases; `screen` tests the built site in a browser; `contracts`
 * writes and verifies the pacts; `e2e` starts the whole site as real processes, and so does `security`, which
 * never retries a test.
 *
 * All run in parallel in one group: Vitest refuses projects of one group with different numbers of workers, and
 * a group of its own waits for the others to end.
 */
import { matchesGlob } from "node:path"

const NAMED = ["server", "screen", "contracts", "security", "e2e"] as const

export const PROJECT_NAMES = ["unit", ...NAMED] as const

export type ProjectName = (typeof PROJECT_NAMES)[number]

const byName = (kind: string) => `**/*.${kind}.test.{ts,tsx}`
const byFolder = (kind: string) => `test/${kind}/**/*.{test,pact}.ts`

/** The long runs have their own configuration. */
const EXCLUDED = ["**/node_modules/**", "**/dist/**", "test/proof/**"]

export const filesOf = (name: ProjectName) =>
  name === "unit"
    ? {
        include: ["{apps,contracts,gateway,packages,test,tools}/**/*.test.{ts,tsx}"],
        exclude: [...EXCLUDED, ...NAMED.flatMap((kind) => [byName(kind), byFolder(kind)])],
      }
    : {
        include: [byName(name), byFolder(name)],
        // A file in such a folder with another kind in its name is of that kind.
        exclude: [...EXCLUDED, ...NAMED.filter((kind) => kind !== name).map(byName)],
      }

const matches = (path: string, globs: ReadonlyArray<string>): boolean =>
  globs.some((glob) => matchesGlob(path, glob))

/** The kind of a test file, by its path from the root; undefined for the long runs of test/proof. */
export const projectOf = (path: string): ProjectName | undefined =>
  PROJECT_NAMES.find((name) => {
    const { include, exclude } = filesOf(name)
    return matches(path, include) && !matches(path, exclude)
  })

/**
 * As many as there are cores: a browser and the processes that it talks to keep one busy, and a third run beside two on
 * two cores makes all slower than it is itself. At most eight, because the worlds of `test/e2e` need a gigabyte each.
 */
export const workersFor = (cores: number): number => Math.min(cores, 8)
