/**
 * `npm run quick [WORD …]`: the unit tests, and the server, screen and contract tests with one of the words in
 * their paths (`wallet`, `cam-back`, `backend/chat`). The site is rebuilt when its sources have changed.
 *
 * Exits with 0 when all pass, 1 when a test fails, 2 when no path has a word.
 */
import { relative } from "node:path"
import { createVitest } from "vitest/node"
import { buildStale } from "./suite/fresh-builds.ts"
import { hasWords } from "./suite/path-words.ts"

/** Not the journeys, which take minutes. */
const BY_WORD: ReadonlyArray<string> = ["server", "screen", "contracts"]

const root = process.cwd()
const words = process.argv.slice(2)

// The unit tests read the texts that a build compiles.
await buildStale(root)

const vitest = await createVitest("test", { watch: false })
const tests = (await vitest.globTestSpecifications()).map((test) => ({
  test,
  kind: test.project.name,
  path: relative(root, test.moduleId),
}))
const named = (word: string) =>
  tests.filter(({ kind, path }) => BY_WORD.includes(kind) && hasWords(path, word))
const unknown = words.filter((word) => named(word).length === 0)
if (unknown.length > 0) {
  console.error(`No path of a server, screen or contract test has ${unknown.join(", ")}.`)
  process.exit(2)
}

const chosen = new Set([...tests.filter(({ kind }) => kind === "unit"), ...words.flatMap(named)])
await vitest.standalone()
await vitest.runTestSpecifications([...chosen].map(({ test }) => test))
await vitest.close()
