/**
 * The constants of the stream (docs/protocol.md, "Stream"), separate from the frames' schemas, so that the
 * browser's first page can use them without shipping a decoder.
 */
export const SUBPROTOCOL = "foldcast.v1"
/** Milliseconds between pings. */
export const HEARTBEAT_MS = 25_000
/** Milliseconds within which a pong is due. */
export const PONG_WITHIN_MS = 8_000
/** Bytes in the send queue of one connection before it is closed with `bye` 4008. */
export const MAX_QUEUED_BYTES = 1_048_576
/** Bytes of one message from the browser; bounds the gateway's memory. */
export const MAX_CLIENT_MESSAGE_BYTES = 16_384
/** Client facts in one frame. */
export const MAX_FACTS_PER_FRAME = 100

/** Why a stream ends. 4000–4499, 1012 and 1013: reconnect; 4500–4999: stop. */
export const CLOSE = {
  serviceRestart: 1012,
  tryAgainLater: 1013,
  tooSlow: 4008,
  positionMismatch: 4010,
  storageFull: 4013,
  sessionEnded: 4401,
  protocolNotSupported: 4501,
  frameInvalid: 4503,
  superseded: 4509,
} as const
export type CloseCode = (typeof CLOSE)[keyof typeof CLOSE]
