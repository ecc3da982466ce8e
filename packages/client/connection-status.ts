import type { OthersTurn } from "./stream-slots.ts"

/** What people may be told of the connection. */
export type StreamTransport = "websocket" | "sse"

export type ConnectionStatus =
  /** Not asked for yet: a page being rendered, or hydrated. */
  | { readonly _tag: "Idle" }
  | { readonly _tag: "Connecting"; readonly attempt: number }
  /** Connected; what was missed is on its way. */
  | { readonly _tag: "CatchingUp" }
  | { readonly _tag: "Live"; readonly transport: StreamTransport }
  /** The last attempt failed; the next is made after `retryInMs`, counted from when this was told. */
  | {
      readonly _tag: "Waiting"
      readonly attempt: number
      readonly retryInMs: number
      /** Set where the gateway has no room, or no time, for this visit; any other connection was just lost. */
      readonly because?: "storageFull" | "busy"
    }
  /** Other documents of this browser have the streams that it may have at once; nothing is lost (ADR 0050). */
  | { readonly _tag: "Yielded"; readonly to: OthersTurn }
  /** The browser itself says that there is no network. */
  | { readonly _tag: "Offline" }
  | { readonly _tag: "Stopped"; readonly reason: StopReason }

export type StopReason =
  /** The same visit was attached elsewhere. */
  | "superseded"
  /** This build is too old, or too new, for the gateway: a reload helps. */
  | "protocol"
  /** The gateway could not read what was sent, or ended the stream for good: a reload helps. */
  | "refused"
  /** The document itself ended it. */
  | "left"

export const IDLE: ConnectionStatus = { _tag: "Idle" }
