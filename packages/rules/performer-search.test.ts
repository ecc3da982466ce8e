/** The search's results for any typed text. */
import { Arbitrary, Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { plainLetters } from "./names/plain-letters.ts"
import { rankedByMatch } from "./names/name-match.ts"
import {
  AUTOCOMPLETE_MIN_LENGTH,
  type FoundPerformer,
  isAutocompleted,
  MAX_SHOWN,
  searchMatches,
} from "./performer-search.ts"

const NO_MATCHES = { prefix: [], others: [] }
/** Every second letter's length is live: an order that names alone would not give. */
const found = (...names: ReadonlyArray<string>): ReadonlyArray<FoundPerformer> =>
  names.map((username) => ({
    performerId: `id ${username}`,
    username,
    onlineStatus: username.length % 2,
  }))
const shown = (names: ReadonlyArray<FoundPerformer>) => names.map(({ username }) => username)

const syllables = Schema.Array(Schema.Literals(["an", "NA", "bo", "É", " ", "."]))
const SEARCH = Schema.Struct({
  typed: syllables.check(Schema.isMaxLength(2)),
  local: Schema.Array(syllables),
  remote: Schema.Array(syllables),
})
const samples = Effect.runSync(
  Arbitrary.sampleEffect(Arbitrary.schema(SEARCH), { count: 1_000, size: 12, seed: 41 }),
).map(({ typed, local, remote }) => ({
  typed: typed.join(""),
  // The names are distinct, even when their plain letters are the same.
  local: found(...new Set(local.map((one) => one.join("")))),
  remote: found(...new Set(remote.map((one) => one.join("")))),
}))

describe("the search for performers", () => {
  it("finds local names that begin with the text, in any case of letters [GRID-41]", () => {
    const local = found("Annabel", "Joanna", "ANNEMIE", "Bo")
    expect(shown(searchMatches("anN", local, []).prefix)).toEqual(["Annabel", "ANNEMIE"])
    expect(shown(searchMatches("  bo ", local, []).prefix)).toEqual(["Bo"])
    expect(searchMatches("%", local, [])).toEqual(NO_MATCHES)
  })

  it("puts the gateway's names, and names that contain the text, behind those that begin with it [GRID-42]", () => {
    const matches = searchMatches(
      "ann",
      found("Joanna", "Anna"),
      found("Anna", "Annika", "Susanne"),
    )
    expect(shown(matches.prefix)).toEqual(["Anna"])
    // Annika begins with it; of the two that hold it Susanne is live.
    expect(shown(matches.others)).toEqual(["Annika", "Susanne", "Joanna"])
  })

  it("finds a name in spite of one typing error, behind those that hold what was typed", () => {
    const matches = searchMatches("lnua", found("Luna", "Sky"), found("MissLnua"))
    expect(matches.prefix).toEqual([])
    expect(shown(matches.others)).toEqual(["MissLnua", "Luna"])
  })

  it("asks the gateway from three characters on, spaces and accents not counted [GRID-43]", () => {
    expect(AUTOCOMPLETE_MIN_LENGTH).toBe(3)
    for (const typed of ["", "an", " an ", "   ", "a-n", "%%%", "a\u0301n", "an\u200B"])
      expect([typed, isAutocompleted(typed)]).toEqual([typed, false])
    for (const typed of ["ann", " ann", "a nn", "ａｎｎ"])
      expect([typed, isAutocompleted(typed)]).toEqual([typed, true])
  })

  it("offers nobody for an empty text, whoever is known [GRID-44]", () => {
    expect(searchMatches("", found("Anna"), found("Annika"))).toEqual(NO_MATCHES)
    expect(searchMatches("   ", found("Anna"), found("Annika"))).toEqual(NO_MATCHES)
  })

  it("never offers more than ten, nor anybody twice, nor in the wrong half [GRID-41] [GRID-42]", () => {
    let divided = 0
    for (const { typed, local, remote } of samples) {
      const { prefix, others } = searchMatches(typed, local, remote)
      const text = plainLetters(typed)
      const begins = ({ username }: FoundPerformer) => plainLetters(username).startsWith(text)
      const isExact = ({ username }: FoundPerformer) => plainLetters(username) === text
      const knownIds = new Set(local.filter(begins).map(({ performerId }) => performerId))
      const exact = remote.filter((one) => isExact(one) && !knownIds.has(one.performerId))
      const all = [...prefix, ...others]
      expect(all.length).toBeLessThanOrEqual(10)
      expect(new Set(all.map(({ performerId }) => performerId)).size).toBe(all.length)
      expect(prefix).toEqual(
        text === ""
          ? []
          : rankedByMatch(typed, [...local.filter(begins), ...exact]).slice(0, MAX_SHOWN),
      )
      const known = new Set([...local, ...remote].map(({ performerId }) => performerId))
      for (const { performerId } of others) expect(known.has(performerId)).toBe(true)
      divided += prefix.length > 0 && others.length > 0 ? 1 : 0
    }
    // The samples cover the divider.
    expect(divided).toBeGreaterThan(50)
  })
})
