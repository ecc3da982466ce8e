/** Five kinds of tests beside each other: tools/suite/test-projects.ts says which file is which. */
import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config"
import { SecondTries } from "./test/support/second-tries.ts"
import { filesOf, type ProjectName, workersFor } from "./tools/suite/test-projects.ts"

/** CI reads the counts from the file, people from the screen. */
const reportFile = process.env["TEST_REPORT"]

/**
 * CI tries a failed test once more before it refuses a commit, and names each that passed only then
 * (test/support/second-tries.ts): it is to be mended like a failure. Where a person watches, the first
 * failure is the result.
 */
const RETRIES = reportFile === undefined ? 0 : 1

/** Compiled scripts of the packages, shared by the workers and the processes that they start. */
const COMPILED = fileURLToPath(new URL("node_modules/.cache/compiled", import.meta.url))

/** Every wait has its own end; these are for a walk of many states on a busy machine. */
const MOST = 240_000

const project = (
  name: ProjectName,
  test: NonNullable<TestProjectInlineConfiguration["test"]> = {},
): TestProjectInlineConfiguration => ({
  test: {
    name,
    ...filesOf(name),
    /** In this order: the browser is unpacked once for all runs. */
    globalSetup: ["test/support/unpack-browser.ts", "test/support/run-directory.ts"],
    /** As long as a page's own waits: a second, the default, is a measure of the machine. */
    expect: { poll: { timeout: 15_000 } },
    env: { NODE_COMPILE_CACHE: COMPILED },
    maxWorkers: workersFor(availableParallelism()),
    retry: RETRIES,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    ...test,
  },
})

/** One process runs many files and loads what they share once, worlds too (test/support/shared-world.ts). */
const shared = { isolate: false }

export default defineConfig({
  test: {
    reporters:
      reportFile === undefined
        ? ["default"]
        : ["default", ["json", { outputFile: reportFile }], new SecondTries()],
    projects: [
      project("unit", shared),
      project("servers", shared),
      project("screens"),
      project("contracts", { retry: 0 }),
      project("e2e", { ...shared, testTimeout: MOST, hookTimeout: MOST }),
    ],
  },
})
