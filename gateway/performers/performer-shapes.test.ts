import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { PerformerSummary, PerformerProfile } from "@foldcast/contracts/queries/performers"
import type { GridPerformer, ProfileAnswer } from "@foldcast/contracts/upstream/performer-service"
import { dayOf } from "@foldcast/rules/birthday"
import { ageOn, cardShape, profileShape } from "./performer-shapes.ts"

const SHOWING = {
  hosts: { own: new Set<string>(), others: new Set<string>() },
  today: "2026-06-15",
}

const LISTED = {
  rating: 80,
  dateOfBirth: "1998-06-16",
  languages: ["nl"],
  cybertoy: 0,
  snapshot: null,
  nonude: null,
  firstCamSession: null,
  lastCamSession: null,
} as const
const GRID: GridPerformer = { user: { id: 7, username: "anna" }, ...LISTED }
const PROFILE: ProfileAnswer = {
  id: 7,
  username: "anna",
  ...LISTED,
  cover: null,
  coverVideo: null,
  images: [],
}

describe("an age", () => {
  it("is in whole years on the day of the answer [PROFILE-02]", () => {
    expect(ageOn("1998-06-15", "2026-06-14")).toBe(27)
    expect(ageOn("1998-06-15", "2026-06-15")).toBe(28)
    expect(ageOn("1998-12-31", "2026-01-01")).toBe(27)
    expect(ageOn("2004-02-29", "2026-02-28")).toBe(21)
    expect(ageOn("2004-02-29", "2026-03-01")).toBe(22)
    expect(ageOn("2030-01-01", "2026-01-01")).toBe(0)
    expect(dayOf(Date.UTC(2026, 5, 15, 23, 59))).toBe("2026-06-15")
  })
})

describe("the answer for a card", () => {
  it("is complete however little the service sends [GRID-10, GRID-49]", () => {
    const card = cardShape(GRID, SHOWING)
    expect(Schema.decodeUnknownSync(PerformerSummary)(card, { onExcessProperty: "error" })).toEqual(
      card,
    )
    expect(card).toMatchObject({ performerId: "7", onlineStatus: 0, age: 27, picture: null })
  })

  it("has the status in onlineStatus, or else in onlineState [GRID-49]", () => {
    const status = (told: Partial<GridPerformer>) =>
      cardShape({ ...GRID, ...told }, SHOWING).onlineStatus
    expect(status({ onlineState: 5 })).toBe(5)
    expect(status({ onlineState: 5, onlineStatus: 0 })).toBe(0)
    expect(status({ onlineStatus: 9 })).toBe(9)
  })
})

describe("the answer for a profile", () => {
  it("has every field, null where the service sent nothing [PROFILE-01]", () => {
    const profile = { at: 1, ...profileShape(PROFILE, SHOWING) }
    expect(
      Schema.decodeUnknownSync(PerformerProfile)(profile, { onExcessProperty: "error" }),
    ).toEqual(profile)
    const { dateOfBirth, kinkyAttributes, ...others } = profile.details
    expect([dateOfBirth, kinkyAttributes]).toEqual(["1998-06-16", []])
    expect(new Set(Object.values(others))).toEqual(new Set([null]))
    expect(Object.keys(others)).toHaveLength(36)
  })

  it("has each field in its own place [PROFILE-01]", () => {
    const fields = Object.keys(profileShape(PROFILE, SHOWING).details).filter(
      (name) =>
        !["dateOfBirth", "kinkyAttributes", "languageBitflag", "breastSize", "penisSize"].includes(
          name,
        ),
    )
    const told = { ...PROFILE, ...Object.fromEntries(fields.map((name) => [name, `my ${name}`])) }
    const details: Readonly<Record<string, unknown>> = profileShape(told, SHOWING).details
    for (const name of fields) expect(details[name]).toBe(`my ${name}`)
  })
})
