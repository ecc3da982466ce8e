/** What somebody else's failure says of itself: the detail of an error of ours. */
export const errorSentence = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
