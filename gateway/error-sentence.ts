/** What somebody else's failure says of itself: the detail of an error of ours. Callers: what opens files and threads. */
export const errorSentence = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
