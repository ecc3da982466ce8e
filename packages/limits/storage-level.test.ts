import { expect, it } from "vitest"
import { mayStore, storageLevelOf } from "./storage-level.ts"

it.each([
  [256 * 1_048_576, [256, 255, 64, 63, 0].map((mebibytes) => mebibytes * 1_048_576)],
  [100, [100, 99, 25, 24, 0]],
])(
  "a nearly full disk stores nothing for guests below %i bytes, and for members below a quarter",
  (least, free) => {
    const rooms = free.map((bytes) => storageLevelOf(bytes, least))
    expect(rooms).toEqual(["enough", "low", "low", "none", "none"])
    expect(rooms.map((room) => mayStore(room, false))).toEqual([true, false, false, false, false])
    expect(rooms.map((room) => mayStore(room, true))).toEqual([true, true, true, false, false])
  },
)
