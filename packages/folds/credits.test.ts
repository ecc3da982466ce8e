import { describe, expect, it } from "vitest"
import { TestLog } from "./log.fixtures.ts"

describe("the balance", () => {
  it("is what the last fact said, and unknown before the first [WALLET-47]", () => {
    const log = new TestLog()
    expect(log.state.credits.balance).toBeNull()
    log.event({ _tag: "CreditsChanged", credits: 600 })
    log.event({ _tag: "CreditsChanged", credits: 540 })
    expect(log.state.credits.balance).toBe(540)
  })

  it("has run out when a charge found none, until credits come [WALLET-48]", () => {
    const log = new TestLog().event({ _tag: "CreditsRanOut", action: "interval" })
    expect(log.state.credits.ranOut).toBe("interval")
    log.event({ _tag: "CreditsChanged", credits: 0 })
    expect(log.state.credits.ranOut).toBe("interval")
    log.event({ _tag: "CreditsChanged", credits: 60 })
    expect(log.state.credits.ranOut).toBeNull()
  })
})
