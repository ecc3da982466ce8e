/**
 * How long the gateway waits for an upstream and how large an answer may be, where no setting says otherwise.
 */

/** A call that only reads; after that it is asked again, three times in all. */
export const READ_TIMEOUT_MS = 5_000
/** A call that changes something; after that its outcome is unknown. */
export const CHANGE_TIMEOUT_MS = 15_000
/** Until the member socket is connected. */
export const SOCKET_CONNECT_TIMEOUT_MS = 10_000
/** Bytes of an answer; a longer one is refused. */
export const MAX_ANSWER_BYTES = 1_048_576
