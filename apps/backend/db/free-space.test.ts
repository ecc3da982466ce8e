import { expect, it } from "vitest"
import { mayStore, roomOf } from "./free-space.ts"

it("stores nothing for guests where room is short, and for members with a quarter of that", () => {
  const rooms = [100, 99, 25, 24, 0].map((free) => roomOf(free, 100))
  expect(rooms).toEqual(["enough", "low", "low", "none", "none"])
  expect(rooms.map((room) => mayStore(room, "guests"))).toEqual([true, false, false, false, false])
  expect(rooms.map((room) => mayStore(room, "members"))).toEqual([true, true, true, false, false])
})
