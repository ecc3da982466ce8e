import { expect, it } from "vitest"
import { NO_RESTARTS, type Restarts, restartAt } from "./restarts.ts"

const after = (moments: ReadonlyArray<number>): Restarts | null =>
  moments.reduce<Restarts | null>(
    (before, now) => (before === null ? null : restartAt(before, now)),
    NO_RESTARTS,
  )

it("a failed part is built anew three times within half a minute, and not a fourth time", () => {
  expect(after([0, 1, 2])).toEqual([0, 1, 2])
  expect(after([0, 1, 2, 29_999])).toBeNull()
})

it("a failure longer ago is forgotten: a part that fails now and then is built anew each time", () => {
  expect(after([0, 1, 2, 30_000])).toEqual([1, 2, 30_000])
  expect(after(Array.from({ length: 50 }, (_, index) => index * 10_000))).not.toBeNull()
})
