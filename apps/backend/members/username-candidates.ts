/**
 * Names like a typed one: the name itself, then the name with numbers, always the same ones for the same
 * name. Pure; suggest-usernames.ts takes those that are free.
 */
import { suggestionStem } from "@foldcast/rules/username-suggestions"
import { USERNAME_IN_SETTINGS, usernameFault } from "@foldcast/rules/username"

/** What stands in for a name of which no name can be made. */
const NEUTRAL_STEM = "member"

/** 1–9, then ever longer numbers spread over their range: popular names leave free ones among them. */
const NUMBERS: ReadonlyArray<number> = [
  ...Array.from({ length: 9 }, (_, index) => index + 1),
  ...Array.from({ length: 20 }, (_, index) => 10 + ((index * 37) % 90)),
  ...Array.from({ length: 30 }, (_, index) => 1_000 + ((index * 4_219) % 9_000)),
  ...Array.from({ length: 40 }, (_, index) => 100_000 + ((index * 421_973) % 900_000)),
]

const named = (stem: string, maxLength: number): ReadonlyArray<string> =>
  ["", ...NUMBERS.map(String)].map(
    (end) => stem.slice(0, Math.max(0, maxLength - end.length)) + end,
  )

/** At most two hundred, each by the rules and no longer than `maxLength`, the likest first. */
export const usernameCandidates = (typed: string, maxLength: number): ReadonlyArray<string> => {
  const limits = { ...USERNAME_IN_SETTINGS, max: Math.min(maxLength, USERNAME_IN_SETTINGS.max) }
  const stem = suggestionStem(typed)
  const names = [
    ...(stem === "" ? [] : named(stem, limits.max)),
    ...named(NEUTRAL_STEM, limits.max),
  ]
  return [...new Set(names)].filter((name) => usernameFault(name, limits) === null)
}
