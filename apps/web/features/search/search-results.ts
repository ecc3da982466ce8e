/**
 * The search results for a typed text: seen performers at once, the gateway's once it answers (GRID-42). Pure.
 *
 * Invariant: the shown answer belongs to the current text. While that answer is on its way, the latest earlier
 * answer is shown, filtered to the names that still match.
 */
import type { PerformersAnswer, PerformerSummary } from "@foldcast/contracts/queries/performers"
import type { Locale } from "@foldcast/contracts/units"
import { autocompletePath, SEARCH_PATH } from "@foldcast/rules/grid/resources"
import { nameMatch } from "@foldcast/rules/names/name-match"
import { plainLetters } from "@foldcast/rules/names/plain-letters"
import {
  isAutocompleted,
  MAX_SHOWN,
  type SearchMatches,
  searchMatches,
} from "@foldcast/rules/performer-search"
import type { Resource } from "../../runtime/queries.ts"
import { readPerformers } from "../performers/answers.ts"

type Cards = ReadonlyArray<PerformerSummary>

/** The log gets a fixed key, never the typed text. */
export const performersNamed = (typed: string, locale: Locale): Resource<PerformersAnswer> => ({
  path: autocompletePath({ typed: typed.trim(), locale, limit: MAX_SHOWN }),
  read: readPerformers,
  key: SEARCH_PATH,
})

/** The gateway's last answer and its text. */
export interface RemoteMatches {
  readonly typed: string
  readonly performers: Cards
}

/** The performers of an earlier answer whose names still match this text. */
export const stillMatching = (
  typed: string,
  { typed: asked, performers }: RemoteMatches,
): Cards => {
  if (!isAutocompleted(typed)) return []
  return plainLetters(asked) === plainLetters(typed)
    ? performers
    : performers.filter(({ username }) => nameMatch(typed, username) !== "other")
}

export const foundPerformers = (
  typed: string,
  seen: Cards,
  remote: RemoteMatches,
): SearchMatches<PerformerSummary> => searchMatches(typed, seen, stillMatching(typed, remote))

/** In the order of the arrow keys. */
export const inOrder = ({ prefix, others }: SearchMatches<PerformerSummary>): Cards => [
  ...prefix,
  ...others,
]
