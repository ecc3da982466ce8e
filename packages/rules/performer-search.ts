/**
 * The search's results (GRID-41, GRID-42): local names that begin with the text, then a divider, then the
 * others. Names are compared by their plain letters, here, in the gateway and in the reference backend. Pure.
 */
import { plainLetters } from "./names/plain-letters.ts"

export interface FoundName {
  readonly performerId: string
  readonly username: string
}

export interface SearchMatches {
  readonly prefix: ReadonlyArray<FoundName>
  /** Shown after the divider. */
  readonly others: ReadonlyArray<FoundName>
}

export const NO_MATCHES: SearchMatches = { prefix: [], others: [] }
/** The gateway is queried from this many letters and digits on (GRID-43). */
export const AUTOCOMPLETE_MIN_LENGTH = 3
const MAX_SHOWN = 10

export const isAutocompleted = (typed: string): boolean =>
  Array.from(plainLetters(typed)).length >= AUTOCOMPLETE_MIN_LENGTH

/** `local` are the names that this document knows; `remote` is the gateway's answer to this exact text. */
export const searchMatches = (
  typed: string,
  local: ReadonlyArray<FoundName>,
  remote: ReadonlyArray<FoundName>,
): SearchMatches => {
  const text = plainLetters(typed)
  if (text === "") return NO_MATCHES
  const prefix = local.filter(({ username }) => plainLetters(username).startsWith(text))
  const first = prefix.slice(0, MAX_SHOWN)
  const shown = new Set(first.map(({ performerId }) => performerId))
  const rest = [...remote, ...local.filter(({ username }) => plainLetters(username).includes(text))]
  const others: Array<FoundName> = []
  for (const name of rest) {
    if (first.length + others.length >= MAX_SHOWN) break
    if (shown.has(name.performerId)) continue
    shown.add(name.performerId)
    others.push(name)
  }
  return { prefix: first, others }
}
