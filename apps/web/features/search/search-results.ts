/**
 * What the search shows for what was typed: names seen here at once, those that the gateway knows once it answers
 * (GRID-42). Pure.
 *
 * Invariant: only the answer to the very text, or while that is on its way the latest one before it as far
 * as it still fits, is shown.
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

/** The log is told of the question alone, never of what was typed. */
export const matchingNames = (typed: string): Resource<AutocompleteNamesAnswer> => ({
  path: autocompletePath(typed.trim()),
  read: readAutocompleteNames,
  key: "/api/performers/autocomplete",
})

/** What the gateway answered last, and to what. */
export interface RemoteNames {
  readonly typed: string
  readonly names: ReadonlyArray<FoundName>
}

/** An answer to another text counts as far as it fits this one. */
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

/** In the order in which the arrow keys go. */
export const inOrder = ({ prefix, others }: SearchMatches): ReadonlyArray<FoundName> => [
  ...prefix,
  ...others,
]
