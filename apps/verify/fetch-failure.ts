/** Tells from a failed fetch whether the provider was unreachable or sent no complete answer. */

/** Why a fetch failed, with its cause. */
export const fetchFailureReason = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}

export const isTimeout = (error: unknown): boolean =>
  error instanceof Error && error.name === "TimeoutError"

/** Errors of an established connection. */
const BROKEN_OFF = /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_HEADERS_OVERFLOW|HPE_\w+)$/u

/** The provider was reached but was too slow or closed the connection. */
export const wasReached = (error: unknown): boolean => {
  if (isTimeout(error)) return true
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && "code" in cause && BROKEN_OFF.test(String(cause.code))
}
