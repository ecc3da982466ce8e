import type { OthersTurn } from "./stream-slots.ts"

/** The connection's status as the visitor may see it. */
export type StreamTransport = "websocket" | "sse"

export type ConnectionStatus =
  /** Not requested yet: the page is being rendered or hydrated. */
  | { readonly _tag: "Idle" }
  | { readonly _tag: "Connecting"; readonly attempt: number }
  /** Connected; the backfill is under way. */
  | { readonly _tag: "CatchingUp" }
  | { readonly _tag: "Live"; readonly transport: StreamTransport }
  /** The last attempt failed; the next starts `retryInMs` after this report. */
  | {
      readonly _tag: "Waiting"
      readonly attempt: number
      readonly retryInMs: number
      /** Set when the gateway has no storage or no capacity for this visit; otherwise the connection was lost. */
      readonly because?: "storageFull" | "busy"
    }
  /** Other documents of this browser hold all the streams that it may have; nothing is lost (ADR 0050). */
  | { readonly _tag: "Yielded"; readonly to: OthersTurn }
  /** The browser reports that there is no network. */
  | { readonly _tag: "Offline" }
  | { readonly _tag: "Stopped"; readonly reason: StopReason }

export type StopReason =
  /** Another connection attached to the same visit. */
  | "superseded"
  /** This build is too old or too new for the gateway: a reload helps. */
  | "protocol"
  /** The gateway could not read a message, or ended the stream for good: a reload helps. */
  | "refused"
  /** The document itself ended the stream. */
  | "left"

export const IDLE: ConnectionStatus = { _tag: "Idle" }
