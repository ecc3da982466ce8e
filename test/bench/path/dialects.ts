/**
 * How a browser of each mode connects to its stream, and how it recognises the start of the stream and an event.
 */
import type { RelayMode } from "./relay.ts"

export interface Dialect {
  readonly path: (visit: number) => string
  readonly protocol: string | null
  /** Sent right after the upgrade. */
  readonly greeting: string | null
  /** The message that says the stream is live; null when the upgrade itself does. */
  readonly live: string | null
  /** The start of an event's message. */
  readonly event: string
}

const PLAIN: Dialect = {
  path: (visit) => `/?visit=${visit}`,
  protocol: null,
  greeting: null,
  live: null,
  event: "{",
}

const GATEWAY: Dialect = {
  path: (visit) => `/api/stream?visit=${visit}`,
  protocol: "foldcast.v1",
  greeting: null,
  live: `{"k":"replayed"`,
  event: `{"k":"events"`,
}

const SOCKET_IO: Dialect = {
  path: (visit) => `/socket.io/?EIO=4&transport=websocket&visit=${visit}`,
  protocol: null,
  greeting: "40",
  live: "40{",
  event: "42",
}

export const DIALECTS: Readonly<Record<RelayMode | "direct", Dialect>> = {
  direct: PLAIN,
  "pass-through": PLAIN,
  raw: PLAIN,
  gateway: GATEWAY,
  "gateway-room": GATEWAY,
  "socket.io": SOCKET_IO,
  "socket.io-room": SOCKET_IO,
  "plain-socket.io-room": SOCKET_IO,
}
