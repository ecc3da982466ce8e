import { describe, expect, it } from "vitest"
import { profile, quietProfile } from "../../screens/profile-pages.fixture.ts"
import { speakIn } from "../../screens/spoken-locale.fixture.ts"
import { aboutFacts, personFacts } from "./personal-info.ts"

const valueOf = (id: string, changed: Parameters<typeof profile>[0] = {}) =>
  [...personFacts(profile(changed), "nl"), ...aboutFacts(profile(changed))].find(
    (fact) => fact.id === id,
  )?.value

const details = profile().details

describe("the personal information", () => {
  speakIn("nl")

  it("has only the fields that are there", () => {
    const quiet = { ...quietProfile(), age: 0 }
    expect(personFacts(quiet, "nl")).toEqual([])
    expect(aboutFacts(quiet)).toEqual([])
    expect(valueOf("city", { details: { ...details, city: "  " } })).toBeUndefined()
    expect(valueOf("kinkyAttributes")).toBeUndefined()
  })

  it("names the values that the rules know, and shows others as they came", () => {
    expect(valueOf("hairColor")).toBe("Bruin")
    expect(valueOf("physique")).toBe("Atletisch")
    expect(valueOf("hairColor", { details: { ...details, hairColor: "platina" } })).toBe("platina")
    expect(valueOf("city")).toBe("Utrecht")
    expect(valueOf("hobbies")).toBe("Dansen, tekenen")
    expect(valueOf("languages")).toBe("Engels, Nederlands en Deens")
  })

  it("shows the age as it was answered, and no date of birth", () => {
    expect(valueOf("age", { age: 31 })).toBe("31 jaar")
    expect(valueOf("dateOfBirth")).toBeUndefined()
  })

  it("calls each size from 1 to 10 by one of four names", () => {
    const names = Array.from({ length: 10 }, (_, index) =>
      valueOf("breastSize", { details: { ...details, breastSize: index + 1 } }),
    )
    expect(new Set(names).size).toBe(4)
    expect(names.every((name) => name !== undefined && !/^\d/u.test(name))).toBe(true)
  })
})
