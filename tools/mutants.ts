/**
 * `npm run mutants ROOM [FILE …]`: changes one operator of a room's code at a time and checks whether its tests
 * fail. With files, only those are changed. A mutant that no test can detect is marked in the source, `//
 * Stryker disable next-line NAME: why`.
 *
 * Exits with 0 when at least 95 % are killed, 1 when fewer, 2 for an unknown room.
 */
import { rmSync, writeFileSync } from "node:fs"
import { spawn } from "node:child_process"
import { join } from "node:path"
import { isMutatedRoom, MUTATED_ROOMS, type MutatedRoom } from "./mutants/rooms.ts"
import { makeWorkingCopy } from "./mutants/working-copy.ts"
import { listFiles } from "./repository.ts"
import { buildStale } from "./suite/fresh-builds.ts"
import { hasWords } from "./suite/path-words.ts"
import { projectOf } from "./suite/test-projects.ts"

const LEAST_KILLED = 95
/** Whole blocks, texts and literals are not single operators. */
const NOT_OPERATORS = [
  "ArrayDeclaration",
  "ArrowFunction",
  "BlockStatement",
  "ConditionalExpression",
  "MethodExpression",
  "ObjectLiteral",
  "Regex",
  "StringLiteral",
  "CallExpression",
]
const VITEST_CONFIG = "vitest.mutants.config.js"
const STRYKER_CONFIG = "stryker.mutants.json"

const [name, ...files] = process.argv.slice(2)
if (name === undefined || !isMutatedRoom(name)) {
  const rooms = Object.keys(MUTATED_ROOMS).join(", ")
  console.error(`npm run mutants ROOM [FILE …], where ROOM is one of: ${rooms}.`)
  process.exit(2)
}
const room: MutatedRoom = MUTATED_ROOMS[name]
const mutated = files.length > 0 ? files : room.mutate
const isNoticing = (path: string): boolean => {
  const kind = projectOf(path)
  const isQuick = kind === "unit" || kind === "server"
  return isQuick && room.noticedBy.some((words) => hasWords(path, words))
}

const strykerOptions = {
  testRunner: room.run === "file" ? "vitest" : "command",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: VITEST_CONFIG, related: false },
  commandRunner: { command: `vitest run --config ${VITEST_CONFIG} --bail 1` },
  coverageAnalysis: room.run === "file" ? "perTest" : "off",
  mutate: [...mutated, "!**/*.{test,fixture,fixtures,conformance}.ts"],
  mutator: { excludedMutations: NOT_OPERATORS },
  thresholds: { high: 100, low: LEAST_KILLED, break: LEAST_KILLED },
  reporters: ["clear-text", "progress-append-only"],
  clearTextReporter: { logTests: false, reportTests: false, allowEmojis: false },
  // TypeScript 7 has no interface with which Stryker could read a tsconfig; Vitest does not need one.
  tsconfigFile: "none",
  // The folder is already a copy.
  inPlace: true,
  concurrency: 1,
  // A slow machine must not count as a killed mutant.
  timeoutFactor: 4,
}

const vitestOptions = {
  test: {
    include: listFiles().filter(isNoticing),
    globalSetup: ["test/support/unpack-browser.ts", "test/support/run-directory.ts"],
    // A mutant often makes a test wait for ever; a short time-out detects that early.
    testTimeout: 10_000,
    hookTimeout: 20_000,
    maxWorkers: 1,
    isolate: false,
  },
}

const root = process.cwd()
await buildStale(root)
const copy = makeWorkingCopy(root)
const remove = () => rmSync(copy, { recursive: true, force: true })
writeFileSync(join(copy, STRYKER_CONFIG), JSON.stringify(strykerOptions))
writeFileSync(join(copy, VITEST_CONFIG), `export default ${JSON.stringify(vitestOptions)}\n`)

const child = spawn("stryker", ["run", STRYKER_CONFIG], { cwd: copy, stdio: "inherit" })
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal))
child.on("exit", (code) => {
  remove()
  process.exitCode = code === 0 ? 0 : 1
})
