/**
 * Whom the search offers (GRID-41, GRID-42): local names that begin with the text, then a divider, then the
 * others. Pure.
 */
export interface FoundName {
  readonly performerId: string
  readonly username: string
}

export interface SearchMatches {
  readonly prefix: ReadonlyArray<FoundName>
  /** After the divider. */
  readonly others: ReadonlyArray<FoundName>
}

export const NO_MATCHES: SearchMatches = { prefix: [], others: [] }
/** The gateway is asked from so many characters on (GRID-43). */
export const AUTOCOMPLETE_MIN_LENGTH = 3
const MOST_SHOWN = 10

export const isAutocompleted = (typed: string): boolean =>
  typed.trim().length >= AUTOCOMPLETE_MIN_LENGTH

/** As names are compared: letters of any case are one. */
export const folded = (text: string) => text.trim().toLowerCase()

/** `local` are the names this document has seen; `remote` what the gateway answered to this very text. */
export const searchMatches = (
  typed: string,
  local: ReadonlyArray<FoundName>,
  remote: ReadonlyArray<FoundName>,
): SearchMatches => {
  const text = folded(typed)
  if (text === "") return NO_MATCHES
  const prefix = local.filter(({ username }) => folded(username).startsWith(text))
  const first = prefix.slice(0, MOST_SHOWN)
  const shown = new Set(first.map(({ performerId }) => performerId))
  const rest = [...remote, ...local.filter(({ username }) => folded(username).includes(text))]
  const others: Array<FoundName> = []
  for (const name of rest) {
    if (first.length + others.length >= MOST_SHOWN) break
    if (shown.has(name.performerId)) continue
    shown.add(name.performerId)
    others.push(name)
  }
  return { prefix: first, others }
}
