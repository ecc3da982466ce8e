import { describe, expect, it } from "vitest"
import { wayBack } from "./way-back.ts"

describe("the way back after verification", () => {
  it("leads to the performer where the member registered, unless she is offline", () => {
    for (const onlineStatus of [1, 3, 5, 9]) {
      expect(wayBack("lisa", false, { onlineStatus })).toEqual({ _tag: "Performer", name: "lisa" })
    }
    expect(wayBack("lisa", false, { onlineStatus: 0 })).toEqual({ _tag: "Here" })
  })

  it("is this page where her status is not answered, and for a member who registered elsewhere", () => {
    expect(wayBack("lisa", true, undefined)).toEqual({ _tag: "Asking", name: "lisa" })
    expect(wayBack("lisa", false, undefined)).toEqual({ _tag: "Here" })
    expect(wayBack(null, false, { onlineStatus: 1 })).toEqual({ _tag: "Here" })
  })
})
