import { describe, expect, it } from "vitest"
import { lacksProfile, tellsAge } from "./first-facts.ts"

describe("the facts that a visit begins with", () => {
  it("lack the profile where the member API did not answer, and in no other case", () => {
    expect(lacksProfile([{ _tag: "SourceInterrupted", source: "member-api" }])).toBe(true)
    expect(lacksProfile([{ _tag: "SourceInterrupted", source: "member-socket" }])).toBe(false)
    expect(lacksProfile([{ _tag: "SourceRestored", source: "member-api" }])).toBe(false)
  })
  it("include the age where it was checked", () => {
    expect(tellsAge([{ _tag: "AgeVerified" }])).toBe(true)
    expect(tellsAge([{ _tag: "CreditsChanged", credits: 1 }])).toBe(false)
  })
})
