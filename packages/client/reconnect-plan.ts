/** When, how and whether a closed stream is opened again (docs/protocol.md, "Close codes"). Pure. */
import { CLOSE } from "@foldcast/contracts/stream/transport"
import type { StopReason, StreamTransport } from "./connection-status.ts"

const FIRST_WAIT_MS = 500
/**
 * However long the network was away, everybody is back within ten seconds (docs/reliability.md, P18). A
 * gateway that has too much to do says itself how long to wait.
 */
const LONGEST_WAIT_MS = 5_000

/** Exponential, with full jitter: `random` is in [0, 1). Whole milliseconds. */
export const backoffMs = (failures: number, random: number): number =>
  Math.round(random * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures, 10)))

export type AfterClose =
  | { readonly _tag: "Reconnect" }
  /** The session is over: never resume, begin a visit of the next owner's. */
  | { readonly _tag: "BeginAnew" }
  | { readonly _tag: "Stop"; readonly reason: StopReason }

export const afterClose = (code: number): AfterClose => {
  if (code === CLOSE.sessionEnded) return { _tag: "BeginAnew" }
  if (code === CLOSE.superseded) return { _tag: "Stop", reason: "superseded" }
  if (code === CLOSE.protocolNotSupported) return { _tag: "Stop", reason: "protocol" }
  return code >= 4500 && code <= 4999 ? { _tag: "Stop", reason: "refused" } : { _tag: "Reconnect" }
}

/** What this document has learnt of the network it is in. */
export interface TransportHistory {
  /** Attempts in a row that ended before `hello`. */
  readonly withoutHello: number
  readonly isWebSocketProven: boolean
  readonly isSseProven: boolean
}

const ATTEMPTS_EACH = 2

/** Two attempts one way, two the other; it begins with WebSocket unless only SSE ever got through. */
export const nextTransport = (history: TransportHistory): StreamTransport => {
  const isOtherTurn = Math.floor(history.withoutHello / ATTEMPTS_EACH) % 2 === 1
  const isSseFirst = history.isSseProven && !history.isWebSocketProven
  return isOtherTurn === isSseFirst ? "websocket" : "sse"
}
