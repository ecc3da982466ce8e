import { describe, expect, it } from "vitest"
import { consentOf } from "./consent.ts"
import { TestLog } from "./log.fixtures.ts"

describe("the consent", () => {
  it("is what was chosen last in this visit, and null before", () => {
    const log = new TestLog()
    expect(consentOf(log.state)).toBeNull()
    log.fact({ _tag: "ConsentChosen", choice: "accepted" })
    log.fact({ _tag: "ConsentChosen", choice: "refused" })
    expect(consentOf(log.state)).toBe("refused")
    log.event({ _tag: "StreamReset", reason: "epoch" })
    expect(consentOf(log.state)).toBeNull()
  })
})
