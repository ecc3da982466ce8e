import { describe, expect, it } from "vitest"
import { MAX_TOP_UP, MIN_TOP_UP, topUpCredits } from "@foldcast/contracts/top-up"
import { creditsOfTopUp, topUpCents, topUpId } from "./top-up.ts"

describe("a top-up", () => {
  it("costs the base price, rounded up to a cent [WALLET-51]", () => {
    expect([152, 153, 160, 300, 500].map(topUpCents)).toEqual([251, 253, 264, 495, 825])
  })

  it("never costs a cent more than it has to, or less than the base price", () => {
    for (let credits = MIN_TOP_UP; credits <= MAX_TOP_UP; credits += 1) {
      const tooMuch = topUpCents(credits) * 60 - credits * 99
      if (tooMuch < 0 || tooMuch >= 60) expect.fail(`${credits} credits`)
    }
  })

  it("gives what is missing, and 152 credits where that is fewer [WALLET-52]", () => {
    expect([1, 80, 151, 152, 153, 4_000].map(topUpCredits)).toEqual([
      152, 152, 152, 152, 153, 4_000,
    ])
  })

  it("is known by its id alone, in one spelling of each amount that is sold", () => {
    for (const credits of [MIN_TOP_UP, 999, 1_000, MAX_TOP_UP]) {
      expect(creditsOfTopUp(topUpId(credits))).toBe(credits)
    }
    const forged = ["0", "80", "151", "100001", "0152", "1e5", "152.5", "-200", " 200", "200 ", ""]
    for (const text of forged) expect(creditsOfTopUp(`topup-${text}`)).toBeNull()
    for (const id of ["topup", "bundle-300", "TOPUP-200", "xtopup-200", "topup-200\n"]) {
      expect(creditsOfTopUp(id)).toBeNull()
    }
  })
})
