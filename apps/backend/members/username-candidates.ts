/**
 * Candidates for usernames like a typed one: the name itself, then the name with numbers, always the same for the
 * same name. Pure.
 */
import { suggestionStem } from "@foldcast/rules/username-suggestions"
import { USERNAME_IN_SETTINGS, usernameFault } from "@foldcast/rules/username"

/** Used where nothing of the typed name can be used. */
const NEUTRAL_STEM = "member"

/** 1–9, then longer numbers spread over their range, so that popular names leave free ones between. */
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

/** At most two hundred, valid and no longer than `maxLength`, the most similar first. */
export const usernameCandidates = (typed: string, maxLength: number): ReadonlyArray<string> => {
  const limits = { ...USERNAME_IN_SETTINGS, max: Math.min(maxLength, USERNAME_IN_SETTINGS.max) }
  const stem = suggestionStem(typed)
  const names = [
    ...(stem === "" ? [] : named(stem, limits.max)),
    ...named(NEUTRAL_STEM, limits.max),
  ]
  return [...new Set(names)].filter((name) => usernameFault(name, limits) === null)
}
