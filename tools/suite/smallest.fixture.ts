/** A file of tests that costs nothing. Callers: test-projects.test.ts. */
import { expect, it } from "vitest"

it("counts", () => {
  expect(1 + 1).toBe(2)
})
