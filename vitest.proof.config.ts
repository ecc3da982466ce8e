/** The long runs: what `npm test` holds in part, at its full figures (PROOF=full), one file at a time. */
import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    name: "proof",
    include: ["test/proof/**/*.test.ts"],
    env: { PROOF: "full" },
    globalSetup: [
      "test/support/unpack-browser.ts",
      "test/support/run-directory.ts",
      "tools/suite/fresh-builds.ts",
    ],
    expect: { poll: { timeout: 15_000 } },
    fileParallelism: false,
    maxWorkers: 1,
    testTimeout: 3_600_000,
    hookTimeout: 300_000,
  },
})
