import { describe, expect, it } from "vitest"
import { failureReference, plainReference, referenceOf, referenceOfId } from "./reference.ts"
import { CommandId, EventId } from "./ids.ts"

const EVENT = EventId.make("0192f0c1-7a3b-7d4e-8f00-0a0000000021")
const COMMAND = CommandId.make("3f2b8c1e-9d7a-4c55-b1aa-0bffffffffff")

describe("the reference of an error", () => {
  it("has eight letters and digits that cannot be misread", () => {
    expect(referenceOf(0n)).toBe("0000-0000")
    expect(referenceOf(2n ** 40n - 1n)).toBe("ZZZZ-ZZZZ")
    expect(referenceOf(33n)).toBe("0000-0011")
  })

  it("is made of the random end of a UUID, and of nothing else", () => {
    expect(referenceOfId(EVENT)).toBe("0000-0011")
    expect(referenceOfId(COMMAND)).toBe("ZZZZ-ZZZZ")
    for (const id of ["golden-event-0001", "", "0a0000000021"]) expect(referenceOfId(id)).toBe(null)
  })

  it("is compared without its dash, in any case, and as people misread it", () => {
    for (const typed of ["7K3M-QX9F", "7k3mqx9f", " 7K3M QX9F "])
      expect(plainReference(typed)).toBe("7K3MQX9F")
    expect(plainReference("oil0-1234")).toBe("01101234")
  })

  it("is that of the command for a failed wallet or payment, or its own where nobody asked", () => {
    const event = { _tag: "PaymentFailed" }
    expect(failureReference({ id: EVENT, cause: COMMAND, event })).toBe("ZZZZ-ZZZZ")
    expect(failureReference({ id: EVENT, event })).toBe("0000-0011")
    expect(failureReference({ id: EVENT, event: { _tag: "CreditsChanged" } })).toBe(null)
  })
})
