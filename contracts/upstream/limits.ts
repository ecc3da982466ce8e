/** Default timeouts of upstream calls and the limits of what they carry. */

/** A reading call; after that it is retried, three attempts in all. */
export const READ_TIMEOUT_MS = 5_000
/** A call that changes something; after that its outcome is unknown. */
export const CHANGE_TIMEOUT_MS = 15_000
/** The timeout for connecting the member socket. */
export const SOCKET_CONNECT_TIMEOUT_MS = 10_000
/** Bytes of an answer; a longer one is refused. */
export const MAX_ANSWER_BYTES = 1_048_576
/** Bytes of a call to the member API over its socket, as JSON; a longer one is not sent. */
export const MAX_SOCKET_REQUEST_BYTES = 65_536
