/** The long runs: the properties of `npm test` at their full figures (PROOF=full), one at a time. */
import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    name: "proof",
    globalSetup: ["test/support/unpack-browser.ts", "test/support/run-directory.ts"],
    include: ["test/proof/**/*.test.ts"],
    env: { PROOF: "full" },
    fileParallelism: false,
    maxWorkers: 1,
    testTimeout: 3_600_000,
    hookTimeout: 300_000,
  },
})
