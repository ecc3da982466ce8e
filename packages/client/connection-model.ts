/**
 * The stream client's state, its inputs and its actions, as data. connection-state.ts decides; connection.ts
 * performs the actions.
 */
import type { Epoch, VisitId } from "@foldcast/contracts/ids"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import type { GatewayFrame, NumberedClientFact } from "@foldcast/contracts/stream/frames"
import type { ConnectionStatus, StopReason, StreamTransport } from "./connection-status.ts"
import { EMPTY_OUTBOX, type FactOutbox } from "./fact-outbox.ts"
import type { TransportHistory } from "./reconnect-plan.ts"
import type { OthersTurn } from "./stream-slots.ts"

/** Up to which position a document has folded which visit. */
export interface StreamPosition {
  readonly visit: VisitId
  readonly epoch: Epoch
  readonly seq: number
}

export type Timer = "retry" | "silence" | "resend"

export type ConnectionPhase =
  | { readonly _tag: "Idle" }
  | { readonly _tag: "Connecting"; readonly transport: StreamTransport }
  | {
      readonly _tag: "Greeted"
      readonly transport: StreamTransport
      readonly silenceMs: number
      /** The position that the gateway promises to reach before `replayed`. */
      readonly head: number
    }
  | { readonly _tag: "Live"; readonly transport: StreamTransport; readonly silenceMs: number }
  | { readonly _tag: "Waiting" }
  /** It is the turn of server-sent events, and the document has no slot for them (ADR 0050). */
  | { readonly _tag: "Seeking" }
  | { readonly _tag: "Offline" }
  | { readonly _tag: "Stopped"; readonly reason: StopReason }

export interface ConnectionState {
  readonly phase: ConnectionPhase
  /** Null when the next stream begins a new visit. */
  readonly position: StreamPosition | null
  /** Whether the gateway has confirmed the position. If so the client resumes it, else it attaches to it. */
  readonly isConfirmed: boolean
  readonly outbox: FactOutbox
  /** A post of facts is under way over SSE, or posts have stopped; one post at a time keeps the facts' order. */
  readonly isPosting: boolean
  /** The number of the latest socket. */
  readonly connection: number
  /** Consecutive attempts that ended before `replayed`. */
  readonly failures: number
  readonly history: TransportHistory
  readonly bye: { readonly code: number; readonly retryAfterMs: number | null } | null
  /** Whether server-sent events may be opened; `unbounded` when any number of documents may have a stream. */
  readonly slot: "unbounded" | "none" | "held"
}

export type Input =
  | { readonly _tag: "Started" }
  | {
      readonly _tag: "Received"
      readonly connection: number
      readonly frame: GatewayFrame | "unreadable" | "unknown"
    }
  | { readonly _tag: "Closed"; readonly connection: number; readonly code: number }
  | { readonly _tag: "Elapsed"; readonly timer: Timer }
  | { readonly _tag: "WentOffline" }
  | { readonly _tag: "WentOnline" }
  | { readonly _tag: "Happened"; readonly fact: NumberedClientFact }
  | { readonly _tag: "FactsStored"; readonly connection: number; readonly n: number }
  | { readonly _tag: "FactsNotStored"; readonly connection: number }
  /** The browser sends no cookie with a post, so the gateway stores no fact of this connection. */
  | { readonly _tag: "FactsRefused"; readonly connection: number }
  /** The visitor does not want to wait for the retry. */
  | { readonly _tag: "ReconnectAsked" }
  | { readonly _tag: "SlotGranted" }
  /** Other documents have priority: the slot is not given, or must be given back now. */
  | { readonly _tag: "SlotRefused"; readonly by: OthersTurn }
  | { readonly _tag: "Left" }

/** The gateway's first frame on every connection, as far as the folds need it. */
export interface Greeting {
  readonly visit: VisitId
  /** Another visit begins at its first position; the folded state belongs to the visit before. */
  readonly isAnother: boolean
  /** The number of the visit's last client fact in the gateway. */
  readonly n: number
  /** Gateway milliseconds. */
  readonly now: number
}

export type Action =
  | {
      readonly _tag: "Open"
      readonly connection: number
      readonly transport: StreamTransport
      readonly position: { readonly visit: VisitId; readonly resume: StreamPosition | null } | null
    }
  | { readonly _tag: "Close"; readonly connection: number; readonly code: number }
  | { readonly _tag: "Pong"; readonly connection: number; readonly seq: number }
  | {
      readonly _tag: "SendFacts"
      readonly connection: number
      readonly transport: StreamTransport
      readonly visit: VisitId
      readonly epoch: Epoch
      readonly facts: ReadonlyArray<NumberedClientFact>
    }
  | { readonly _tag: "SetTimer"; readonly timer: Timer; readonly ms: number }
  | { readonly _tag: "ClearTimer"; readonly timer: Timer }
  | { readonly _tag: "Greeted"; readonly greeting: Greeting }
  | { readonly _tag: "Deliver"; readonly events: ReadonlyArray<OpenEnvelope> }
  /** The backfill is complete. */
  | { readonly _tag: "CaughtUp" }
  | { readonly _tag: "Signal"; readonly topic: string; readonly data: unknown }
  | { readonly _tag: "SessionEnded" }
  /** Applies until the slot is left: the answer may change when another document opens, closes or is looked at. */
  | { readonly _tag: "SeekSlot" }
  /** The visitor uses this document now. */
  | { readonly _tag: "ClaimSlot" }
  | { readonly _tag: "LeaveSlot" }
  | { readonly _tag: "Report"; readonly status: ConnectionStatus }

export interface Transition {
  readonly state: ConnectionState
  readonly actions: ReadonlyArray<Action>
}

export const withoutActions = (state: ConnectionState): Transition => ({ state, actions: [] })

/** `page`: the visit that came with the page, with its first facts folded. */
export const initialConnection = (
  page: StreamPosition | null,
  slot: "unbounded" | "none" = "unbounded",
): ConnectionState => ({
  phase: { _tag: "Idle" },
  position: page,
  isConfirmed: false,
  outbox: EMPTY_OUTBOX,
  isPosting: false,
  connection: 0,
  failures: 0,
  history: { withoutHello: 0, isWebSocketProven: false, isSseProven: false },
  bye: null,
  slot,
})

export const isConnected = (
  phase: ConnectionPhase,
): phase is Extract<ConnectionPhase, { readonly _tag: "Connecting" | "Greeted" | "Live" }> =>
  phase._tag === "Connecting" || phase._tag === "Greeted" || phase._tag === "Live"

/** Runs `next` on a step's state and appends its actions. */
export const andThen = (
  step: Transition,
  next: (state: ConnectionState) => Transition,
): Transition => {
  const after = next(step.state)
  return { state: after.state, actions: [...step.actions, ...after.actions] }
}
