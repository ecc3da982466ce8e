/** The meaning of every status number. */
import { describe, expect, it } from "vitest"
import { STATUS_BITS, STATUSES } from "./performer-attributes.ts"
import {
  displayStyle,
  hasToy,
  isOnline,
  namedStatus,
  OFFLINE,
  STATUS_TESTS,
  type StatusName,
  statusOf,
} from "./performer-status.ts"

const EVERY = Array.from({ length: 16 }, (_, status) => status)
const namesOf = (status: number) =>
  (Object.keys(STATUS_TESTS) as ReadonlyArray<StatusName>).filter((name) =>
    STATUS_TESTS[name](status),
  )

describe("a status", () => {
  it("is 0 offline, 1 live, 3 in free, 5 in VIP and 9 in pause [GRID-47]", () => {
    expect(STATUSES.map((status) => [status, namedStatus(status)])).toEqual([
      [0, "offline"],
      [1, "live"],
      [3, "free"],
      [5, "vip"],
      [9, "pause"],
    ])
  })

  it("is read by its bits: live 1, free 2, VIP 4, pause 8; 0 is offline and nothing else [GRID-48]", () => {
    expect(STATUS_BITS).toEqual({ live: 1, free: 2, vip: 4, pause: 8 })
    for (const status of EVERY) {
      const names = namesOf(status)
      expect(names.includes("online")).toBe(status % 2 === 1)
      expect(names.includes("free")).toBe([2, 3, 6, 7, 10, 11, 14, 15].includes(status))
      expect(names.includes("vip")).toBe([4, 5, 6, 7, 12, 13, 14, 15].includes(status))
      expect(names.includes("pause")).toBe(status >= 8)
      expect(names.includes("offline")).toBe(status === 0)
      // Online and nothing else.
      expect(names.includes("live")).toBe(status === 1)
      expect(isOnline(status)).toBe(names.includes("online"))
    }
  })

  it("has the names online, live, vip, free, pause and offline, and toy is read from the toy's code [GRID-46]", () => {
    expect(Object.keys(STATUS_TESTS).toSorted()).toEqual(
      ["online", "live", "vip", "free", "pause", "offline"].toSorted(),
    )
    expect([0, 1, 2, 3, 5, 15].map(hasToy)).toEqual([false, true, true, true, true, true])
  })

  it("is shown as VIP before free before online before offline [GRID-45]", () => {
    for (const status of EVERY) {
      const names = namesOf(status)
      const first = (["vip", "free", "online"] as const).find((name) => names.includes(name))
      expect(displayStyle(status)).toBe(first ?? "offline")
    }
    // A pause has the online style and the label pause.
    expect([displayStyle(9), namedStatus(9)]).toEqual(["online", "pause"])
  })

  it("is offline where none is sent, and onlineStatus wins over onlineState [GRID-49]", () => {
    expect(statusOf({})).toBe(OFFLINE)
    expect(displayStyle(statusOf({}))).toBe("offline")
    expect(statusOf({ onlineStatus: undefined, onlineState: 3 })).toBe(3)
    expect(statusOf({ onlineStatus: 0, onlineState: 3 })).toBe(0)
    expect(statusOf({ onlineStatus: 5, onlineState: 1 })).toBe(5)
  })
})
