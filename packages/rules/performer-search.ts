/**
 * The search's results (GRID-41, GRID-42): local names that begin with the text and whoever has that very name, then a
 * divider, then the others; in both parts the better match first and of equally good ones who is live
 * (names/name-match.ts). Names are compared by their plain letters, here, in the gateway and in the reference backend.
 * Pure.
 */
import { type Findable, nameMatch, rankedByMatch } from "./names/name-match.ts"
import { plainLetters } from "./names/plain-letters.ts"

export interface FoundPerformer extends Findable {
  readonly performerId: string
}

export interface SearchMatches<One extends FoundPerformer> {
  readonly prefix: ReadonlyArray<One>
  /** Shown after the divider. */
  readonly others: ReadonlyArray<One>
}

/** The gateway is queried from this many letters and digits on (GRID-43). */
export const AUTOCOMPLETE_MIN_LENGTH = 3
/** Below the search field. */
export const MAX_SHOWN = 10
/** On the page of results. */
export const MAX_SEARCH_RESULTS = 60

export const isAutocompleted = (typed: string): boolean =>
  Array.from(plainLetters(typed)).length >= AUTOCOMPLETE_MIN_LENGTH

const once = <One extends FoundPerformer>(performers: ReadonlyArray<One>): ReadonlyArray<One> => [
  ...new Map(performers.map((one) => [one.performerId, one])).values(),
]

/** `local` are the performers that this document knows; `remote` is the gateway's answer to this exact text. */
export const searchMatches = <One extends FoundPerformer>(
  typed: string,
  local: ReadonlyArray<One>,
  remote: ReadonlyArray<One>,
): SearchMatches<One> => {
  const text = plainLetters(typed)
  if (text === "") return { prefix: [], others: [] }
  const isExact = ({ username }: One) => nameMatch(typed, username) === "exact"
  const begins = ({ username }: One) => plainLetters(username).startsWith(text)
  const matches = ({ username }: One) => nameMatch(typed, username) !== "other"
  const first = once([...local.filter(begins), ...remote.filter(isExact)])
  const prefix = rankedByMatch(typed, first).slice(0, MAX_SHOWN)
  const all = once([...first, ...remote, ...local.filter(matches)]).slice(first.length)
  const others = rankedByMatch(typed, all).slice(0, MAX_SHOWN - prefix.length)
  return { prefix, others }
}
