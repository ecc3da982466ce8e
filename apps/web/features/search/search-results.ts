/**
 * The search results for a typed text: seen names at once, the gateway's names once it answers (GRID-42). Pure.
 *
 * Invariant: the shown answer belongs to the current text. While that answer is on its way, the latest earlier
 * answer is shown, filtered to the names that still match.
 */
import type { AutocompleteNamesAnswer } from "@foldcast/contracts/queries/performers"
import { autocompletePath } from "@foldcast/rules/grid/resources"
import { plainLetters } from "@foldcast/rules/names/plain-letters"
import {
  type FoundName,
  isAutocompleted,
  type SearchMatches,
  searchMatches,
} from "@foldcast/rules/performer-search"
import type { Resource } from "../../runtime/queries.ts"
import { readAutocompleteNames } from "../performers/answers.ts"

/** The log gets a fixed key, never the typed text. */
export const matchingNames = (typed: string): Resource<AutocompleteNamesAnswer> => ({
  path: autocompletePath(typed.trim()),
  read: readAutocompleteNames,
  key: "/api/performers/autocomplete",
})

/** The gateway's last answer and its text. */
export interface RemoteNames {
  readonly typed: string
  readonly names: ReadonlyArray<FoundName>
}

/** The names of an earlier answer that still match this text. */
export const fittingNames = (
  typed: string,
  { typed: asked, names }: RemoteNames,
): ReadonlyArray<FoundName> => {
  if (!isAutocompleted(typed)) return []
  const text = plainLetters(typed)
  return plainLetters(asked) === text
    ? names
    : names.filter(({ username }) => plainLetters(username).includes(text))
}

export const foundNames = (
  typed: string,
  seen: ReadonlyArray<FoundName>,
  remote: RemoteNames,
): SearchMatches => searchMatches(typed, seen, fittingNames(typed, remote))

/** In the order of the arrow keys. */
export const inOrder = ({ prefix, others }: SearchMatches): ReadonlyArray<FoundName> => [
  ...prefix,
  ...others,
]
