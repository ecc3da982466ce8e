/** The message of an external failure, as the detail of our own error. */
export const errorSentence = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
