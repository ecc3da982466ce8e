/**
 * Three kinds of tests. `unit` stand beside the code they test; `contracts` write and verify the pacts,
 * one at a time, because Pact loses interactions that parallel workers write; `e2e` boot the whole world
 * as real processes, one world at a time.
 */
import { defineConfig } from "vitest/config"

/** CI reads the counts from the file, people from the screen. */
const reportFile = process.env["TEST_REPORT"]

/** As long as a page's own waits: a second, the default, is a measure of the machine. */
const PATIENTLY = { poll: { timeout: 15_000 } }

export default defineConfig({
  test: {
    reporters:
      reportFile === undefined ? ["default"] : ["default", ["json", { outputFile: reportFile }]],
    projects: [
      {
        test: {
          name: "unit",
          expect: PATIENTLY,
          globalSetup: ["test/support/unpack-browser.ts"],
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
          fileParallelism: false,
          maxWorkers: 1,
          // Every wait has its own end; this one is for a walk of many states on a busy machine.
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
})
