/** Suggestions for a username (AUTH-64, AUTH-65). */
export const SUGGESTIONS_ASKED = 5
export const SUGGESTIONS_SHOWN = 3
export const SUGGESTION_MAX_LENGTH = 32

/** What suggestions are asked for: the typed name less everything that is no letter or digit. */
export const suggestionStem = (typed: string): string =>
  typed.replace(/[^A-Za-z0-9]/gu, "").slice(0, SUGGESTION_MAX_LENGTH)
