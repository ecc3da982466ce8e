/** When, how and whether a closed stream is opened again (docs/protocol.md, "Close codes"). Pure. */
import { CLOSE } from "@foldcast/contracts/stream/transport"
import type { StopReason, StreamTransport } from "./connection-status.ts"

const FIRST_WAIT_MS = 500
/**
 * However long the network was down, every client is back within ten seconds (docs/reliability.md, P18). An
 * overloaded gateway sends its own wait.
 */
const LONGEST_WAIT_MS = 5_000

/** Exponential, with full jitter: `random` is in [0, 1). Whole milliseconds. */
export const backoffMs = (failures: number, random: number): number =>
  Math.round(random * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures, 10)))

export type AfterClose =
  | { readonly _tag: "Reconnect" }
  /** The session is over: the client does not resume and begins a visit with the next session. */
  | { readonly _tag: "BeginAnew" }
  | { readonly _tag: "Stop"; readonly reason: StopReason }

export const afterClose = (code: number): AfterClose => {
  if (code === CLOSE.sessionEnded) return { _tag: "BeginAnew" }
  if (code === CLOSE.superseded) return { _tag: "Stop", reason: "superseded" }
  if (code === CLOSE.protocolNotSupported) return { _tag: "Stop", reason: "protocol" }
  return code >= 4500 && code <= 4999 ? { _tag: "Stop", reason: "refused" } : { _tag: "Reconnect" }
}

/** What this document knows about its network. */
export interface TransportHistory {
  /** Consecutive attempts that ended before `hello`. */
  readonly withoutHello: number
  readonly isWebSocketProven: boolean
  readonly isSseProven: boolean
}

const ATTEMPTS_EACH = 2

/** Two attempts with each transport in turn. WebSocket is first, unless only SSE has ever worked. */
export const nextTransport = (history: TransportHistory): StreamTransport => {
  const isOtherTurn = Math.floor(history.withoutHello / ATTEMPTS_EACH) % 2 === 1
  const isSseFirst = history.isSseProven && !history.isWebSocketProven
  return isOtherTurn === isSseFirst ? "websocket" : "sse"
}
