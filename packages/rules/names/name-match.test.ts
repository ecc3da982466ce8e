/** How well names match a typed text, for any name, any text and any single typing error. */
import { Arbitrary, Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { isOnline } from "../performer-status.ts"
import {
  MAX_FORGIVEN_LETTERS,
  MIN_FORGIVEN_LETTERS,
  misspeltBeginnings,
  nameMatch,
  rankedByMatch,
} from "./name-match.ts"
import { plainLetters } from "./plain-letters.ts"

const ORDER = ["exact", "beginning", "within", "misspelt", "other"]
const letter = Schema.Literals(["a", "n", "o", "l", "u", "5"])
const names = Schema.Array(letter).check(Schema.isMinLength(5), Schema.isMaxLength(9))
const SAMPLE = Schema.Struct({
  name: names,
  wrong: letter,
  kept: Schema.Int.check(Schema.isBetween({ minimum: MIN_FORGIVEN_LETTERS, maximum: 8 })),
  at: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 8 })),
})
const samples = Effect.runSync(
  Arbitrary.sampleEffect(Arbitrary.schema(SAMPLE), { count: 500, size: 12, seed: 7 }),
)

/** A beginning of the name with one error in it. */
const errorsIn = ({ name, wrong, kept, at }: (typeof samples)[number]) => {
  const begun = name.slice(0, kept)
  const place = at % begun.length
  const [here = "", next = ""] = [begun[place], begun[place + 1]]
  return {
    "a wrong letter": begun.with(place, wrong),
    "a letter too many": begun.toSpliced(place, 0, wrong),
    "a letter too few": begun.toSpliced(place, 1),
    "two letters in each other's place": [
      ...begun.slice(0, place),
      next,
      here,
      ...begun.slice(place + 2),
    ],
  }
}

describe("a name", () => {
  it.each([
    ["Luna", "LUNA", "exact"],
    ["Luna", "lù-na", "exact"],
    ["Luna", "LunaRay", "beginning"],
    ["luna", "MissLuna", "within"],
    ["lnua", "LunaRay", "misspelt"],
    ["lnna", "LunaRay", "misspelt"],
    ["luuna", "LunaRay", "misspelt"],
    ["lna", "LunaRay", "other"],
    ["lnaray", "LunaRay", "misspelt"],
    ["lunaa", "Luna", "misspelt"],
    ["nlau", "LunaRay", "other"],
    ["", "Luna", "other"],
    ["lunaray", "Luna", "other"],
  ])("matches what was typed: %s for %s is %s", (typed, name, match) => {
    expect(nameMatch(typed, name)).toBe(match)
  })

  it("is found in spite of any one error in what it begins with", () => {
    for (const sample of samples) {
      const name = sample.name.join("")
      for (const [error, letters] of Object.entries(errorsIn(sample))) {
        const typed = letters.join("")
        if (letters.length < MIN_FORGIVEN_LETTERS) continue
        expect([error, typed, name, nameMatch(typed, name)]).not.toEqual([
          error,
          typed,
          name,
          "other",
        ])
      }
    }
  })

  it("is misspelt exactly where it begins with one of the texts that an error makes of what was typed", () => {
    let found = 0
    for (const [index, { name, wrong, at }] of samples.slice(0, 60).entries()) {
      const typed = name.toSpliced(at % name.length, 1, wrong).join("")
      const beginnings = misspeltBeginnings(typed)
      for (const other of samples.slice(index, index + 6)) {
        const username = other.name.join("")
        const match = nameMatch(typed, username)
        if (match !== "misspelt" && match !== "other") continue
        const begins = beginnings.some((beginning) => username.startsWith(beginning))
        expect([typed, username, begins]).toEqual([typed, username, match === "misspelt"])
        found += begins ? 1 : 0
      }
    }
    expect(found).toBeGreaterThan(20)
  })

  it("is forgiven no error in a text that is too short, or longer than any name needs", () => {
    expect(misspeltBeginnings("lun")).toEqual([])
    expect(misspeltBeginnings("l".repeat(MAX_FORGIVEN_LETTERS + 1))).toEqual([])
    expect(misspeltBeginnings("luna")).not.toContain("luna")
  })
})

describe("the order of those who are found", () => {
  const found = samples.slice(0, 60).map(({ name, at }, index) => ({
    performerId: `p_${index}`,
    username: name.join(""),
    onlineStatus: at % 2,
  }))

  it("has the better match first, of equally good ones who is live, then the name, and loses nobody", () => {
    for (const { name, kept } of samples.slice(0, 20)) {
      const typed = name.slice(0, kept).join("")
      const ranked = rankedByMatch(typed, found)
      expect(ranked.toSorted((a, b) => (a.performerId < b.performerId ? -1 : 1))).toEqual(
        found.toSorted((a, b) => (a.performerId < b.performerId ? -1 : 1)),
      )
      const keys = ranked.map(({ username, onlineStatus }) => ({
        match: ORDER.indexOf(nameMatch(typed, username)),
        away: isOnline(onlineStatus) ? 0 : 1,
        name: plainLetters(username),
      }))
      for (const [index, one] of keys.entries()) {
        const next = keys[index + 1]
        if (next === undefined) break
        expect(one.match).toBeLessThanOrEqual(next.match)
        if (one.match < next.match) continue
        expect(one.away).toBeLessThanOrEqual(next.away)
        if (one.away < next.away || ORDER[one.match] === "other") continue
        expect(one.name <= next.name).toBe(true)
      }
    }
  })

  it("leaves those whom only a service's own rule found as they came, but for who is live", () => {
    const told = [
      { username: "Zoe", onlineStatus: 0 },
      { username: "Ada", onlineStatus: 0 },
      { username: "Mia", onlineStatus: 3 },
      { username: "Robin", onlineStatus: 0 },
    ]
    expect(rankedByMatch("robi", told).map(({ username }) => username)).toEqual([
      "Robin",
      "Mia",
      "Zoe",
      "Ada",
    ])
  })
})
