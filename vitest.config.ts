/**
 * Three kinds of tests. `unit` stand beside the code they test; `contracts` write and verify the pacts,
 * one at a time, because Pact loses interactions that parallel workers write; `e2e` boot the whole world
 * as real processes, two worlds at a time: a browser's test waits more than it works.
 */
import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"
import { SecondTries } from "./test/support/second-tries.ts"

/** CI reads the counts from the file, people from the screen. */
const reportFile = process.env["TEST_REPORT"]

/**
 * CI tries a failed test once more before it refuses a commit, and names each that passed only then
 * (test/support/second-tries.ts): it is to be mended like a failure. Where a person watches, the first
 * failure is the result.
 */
const RETRIES = reportFile === undefined ? 0 : 1

/** As long as a page's own waits: a second, the default, is a measure of the machine. */
const PATIENTLY = { poll: { timeout: 15_000 } }

export default defineConfig({
  test: {
    reporters:
      reportFile === undefined
        ? ["default"]
        : ["default", ["json", { outputFile: reportFile }], new SecondTries()],
    projects: [
      {
        test: {
          name: "unit",
          expect: PATIENTLY,
          globalSetup: ["test/support/unpack-browser.ts"],
          maxWorkers: Math.max(2, availableParallelism() - 1),
          retry: RETRIES,
          include: [
            "{contracts,gateway,packages,apps,tools,test/support,test/stream,test/pages}/**/*.test.{ts,tsx}",
          ],
          exclude: ["**/node_modules/**", "**/dist/**"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "contracts",
          expect: PATIENTLY,
          include: ["test/contracts/**/*.{test,pact}.ts"],
          fileParallelism: false,
          maxWorkers: 1,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "e2e",
          expect: PATIENTLY,
          globalSetup: ["test/support/unpack-browser.ts"],
          include: ["test/{e2e,faults,security,visual}/**/*.test.ts"],
          maxWorkers: 2,
          retry: RETRIES,
          // Every wait has its own end; this one is for a walk of many states on a busy machine.
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
})
