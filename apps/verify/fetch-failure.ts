/** What a failed fetch says of the other side: that nobody is there, or that somebody gave no whole answer. */

/** Why a fetch failed, with what lies beneath it. */
export const fetchFailureReason = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}

export const isTimeout = (error: unknown): boolean =>
  error instanceof Error && error.name === "TimeoutError"

/** Errors of a connection that stood. */
const BROKEN_OFF = /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_HEADERS_OVERFLOW|HPE_\w+)$/u

/** Somebody is there, and took too long or broke off. */
export const wasReached = (error: unknown): boolean => {
  if (isTimeout(error)) return true
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && "code" in cause && BROKEN_OFF.test(String(cause.code))
}
