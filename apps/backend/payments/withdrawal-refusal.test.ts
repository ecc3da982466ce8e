import { describe, expect, it } from "vitest"
import { withdrawalRefusal } from "./withdrawal-refusal.ts"

const DAYS_14_MS = 14 * 86_400_000
const asked = { paidAt: 1_000, now: 1_000, balance: 600, grantedSince: 600 }

describe("a withdrawal", () => {
  it("may be until 14 days have passed [WALLET-61]", () => {
    expect(withdrawalRefusal(asked)).toBeNull()
    expect(withdrawalRefusal({ ...asked, now: 999 + DAYS_14_MS })).toBeNull()
    expect(withdrawalRefusal({ ...asked, now: 1_000 + DAYS_14_MS })).toBe("withdrawal.over")
  })

  it("may be while all that was granted since is there [WALLET-61]", () => {
    expect(withdrawalRefusal({ ...asked, balance: 599 })).toBe("withdrawal.spent")
    expect(withdrawalRefusal({ ...asked, balance: 700, grantedSince: 701 })).toBe(
      "withdrawal.spent",
    )
    expect(withdrawalRefusal({ ...asked, balance: 5_000 })).toBeNull()
  })

  it("says first that the time is over, where both are true", () => {
    const late = { ...asked, now: 1_000 + DAYS_14_MS, balance: 0 }
    expect(withdrawalRefusal(late)).toBe("withdrawal.over")
  })
})
