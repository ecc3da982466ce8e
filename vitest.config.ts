/** Six kinds of tests beside each other: tools/suite/test-projects.ts says which file is which. */
import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config"
import { SecondTries } from "./test/support/second-tries.ts"
import { filesOf, type ProjectName, workersFor } from "./tools/suite/test-projects.ts"

/** CI reads the counts from the file, people from the screen. */
const reportFile = process.env["TEST_REPORT"]

/**
 * CI tries a failed test of a page once more before it refuses a commit, and counts each that passed
 * only then (test/support/second-tries.ts): it is to be mended like a failure. Where a person watches,
 * the first failure is the result; so it is of everything without a page, and of all about secrets.
 */
const SECOND_TRY = { retry: reportFile === undefined ? 0 : 1 }

/** Compiled scripts of the packages, shared by the workers and the processes that they start. */
const COMPILED = fileURLToPath(new URL("node_modules/.cache/compiled", import.meta.url))

/** Every wait has its own end; these are for a walk of many states on a busy machine. */
const WALK = { testTimeout: 240_000, hookTimeout: 240_000 }
/** In this order: the browser is unpacked once for all runs. */
const BEFORE_ALL = ["test/support/unpack-browser.ts", "test/support/run-directory.ts"]
/** Of all that looks at what is built. */
const BUILT = { globalSetup: [...BEFORE_ALL, "tools/suite/fresh-builds.ts"] }
/** One process runs many files and loads what they share once, worlds too (test/support/shared-world.ts). */
const SHARED = { isolate: false }

type TestOptions = NonNullable<TestProjectInlineConfiguration["test"]>

const project = (name: ProjectName, options: TestOptions): TestProjectInlineConfiguration => ({
  test: {
    name,
    ...filesOf(name),
    /** As long as a page's own waits: a second, the default, is a measure of the machine. */
    expect: { poll: { timeout: 15_000 } },
    env: { NODE_COMPILE_CACHE: COMPILED },
    globalSetup: BEFORE_ALL,
    maxWorkers: workersFor(availableParallelism()),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    ...options,
  },
})

export default defineConfig({
  test: {
    reporters:
      reportFile === undefined
        ? ["default"]
        : [
            "default",
            ["json", { outputFile: reportFile }],
            new SecondTries(process.env["FLAKY_REPORT"]),
          ],
    projects: [
      project("unit", SHARED),
      project("server", { ...BUILT, ...SHARED }),
      project("screen", { ...BUILT, ...SHARED, ...SECOND_TRY }),
      project("contracts", BUILT),
      project("security", { ...BUILT, ...SHARED, ...WALK }),
      project("e2e", {
        ...SHARED,
        ...WALK,
        ...SECOND_TRY,
        globalSetup: [...BUILT.globalSetup, "tools/baseline/provide-newer-script.ts"],
      }),
    ],
  },
})
