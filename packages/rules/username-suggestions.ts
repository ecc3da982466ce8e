/** Suggestions for a username (AUTH-64, AUTH-65). */
export const SUGGESTIONS_ASKED = 5
export const SUGGESTIONS_SHOWN = 3
export const SUGGESTION_MAX_LENGTH = 32

/** The text to suggest names for: the typed name, letters and digits only. */
export const suggestionStem = (typed: string): string =>
  typed.replace(/[^A-Za-z0-9]/gu, "").slice(0, SUGGESTION_MAX_LENGTH)
