import { describe, expect, it } from "vitest"
import { tipKindOf } from "./tip-kind.ts"

describe("a tip", () => {
  it("is a listed one, a gift of 100 to 100,000, or one of a toy", () => {
    const kinds = [
      tipKindOf(50, "wink", undefined),
      tipKindOf(100, "gift", undefined),
      tipKindOf(100_000, "gift", undefined),
      tipKindOf(300, "medium", 6),
      tipKindOf(300, "medium", undefined),
    ]
    expect(kinds.every((kind) => kind !== null)).toBe(true)
    const none = [
      tipKindOf(60, "wink", undefined),
      tipKindOf(99, "gift", undefined),
      tipKindOf(100_001, "gift", undefined),
      tipKindOf(300, "hard", 6),
      tipKindOf(300, "medium", 7),
    ]
    expect(none).toEqual([null, null, null, null, null])
  })
})
