import { describe, expect, it } from "vitest"
import { QUICK_TIPS, TYPED_TIP } from "@foldcast/contracts/chat-rules"
import { tipTypeFromOutside } from "./tip-fault.ts"

describe("a tip from outside of a room", () => {
  it("is a gift where its amount could be typed, and else a wink, whichever button was pressed", () => {
    const types = QUICK_TIPS.map(({ amount }) => tipTypeFromOutside(amount))
    expect(types).toEqual(["wink", "gift", "gift", "gift", "gift"])
    expect(tipTypeFromOutside(TYPED_TIP.minimum)).toBe("gift")
    expect(tipTypeFromOutside(TYPED_TIP.maximum)).toBe("gift")
  })
})
