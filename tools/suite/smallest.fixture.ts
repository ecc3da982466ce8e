/** A file of tests that costs nothing. */
import { expect, it } from "vitest"

it("counts", () => {
  expect(1 + 1).toBe(2)
})
