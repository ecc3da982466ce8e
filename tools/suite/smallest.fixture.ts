/** The smallest possible test file. */
import { expect, it } from "vitest"

it("counts", () => {
  expect(1 + 1).toBe(2)
})
