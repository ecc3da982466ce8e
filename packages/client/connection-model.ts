/**
 * What the stream's client knows, what can come in, and what it may want done, as data. The decisions
 * are connection-state.ts's; connection.ts performs them.
 */
import type { Epoch, VisitId } from "@foldcast/contracts/ids"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import type { GatewayFrame, NumberedClientFact } from "@foldcast/contracts/stream/frames"
import type { ConnectionStatus, StopReason, StreamTransport } from "./connection-status.ts"
import { EMPTY_OUTBOX, type FactOutbox } from "./fact-outbox.ts"
import type { TransportHistory } from "./reconnect-plan.ts"
import type { OthersTurn } from "./stream-slots.ts"

/** How far a document has folded which visit. */
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
      /** The position that the gateway promised to come to before it says `replayed`. */
      readonly head: number
    }
  | { readonly _tag: "Live"; readonly transport: StreamTransport; readonly silenceMs: number }
  | { readonly _tag: "Waiting" }
  /** Server-sent events are its turn, and it has no slot to open them in (ADR 0050). */
  | { readonly _tag: "Seeking" }
  | { readonly _tag: "Offline" }
  | { readonly _tag: "Stopped"; readonly reason: StopReason }

export interface ConnectionState {
  readonly phase: ConnectionPhase
  /** Null where the next stream begins a visit of its own. */
  readonly place: StreamPosition | null
  /** Whether the gateway has confirmed the place: then it is resumed, before that it is attached. */
  readonly isConfirmed: boolean
  readonly outbox: FactOutbox
  /** Facts are being posted beside SSE, or are posted no more: one post at a time keeps their order. */
  readonly isPosting: boolean
  /** The number of the last socket opened. */
  readonly connection: number
  /** Attempts in a row that did not get as far as `replayed`. */
  readonly failures: number
  readonly history: TransportHistory
  readonly bye: { readonly code: number; readonly retryAfterMs: number | null } | null
  /** Whether server-sent events may be opened; `unbounded` where any number of documents may have theirs. */
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
  /** The browser sends no cookie with a post: none of this connection will be stored. */
  | { readonly _tag: "FactsRefused"; readonly connection: number }
  /** Somebody does not want to wait. */
  | { readonly _tag: "ReconnectAsked" }
  | { readonly _tag: "SlotGranted" }
  /** Others need it more: it is not given, or must be given back now. */
  | { readonly _tag: "SlotRefused"; readonly by: OthersTurn }
  | { readonly _tag: "Left" }

/** What the gateway says first on every connection, as far as it concerns what is folded. */
export interface Greeting {
  readonly visit: VisitId
  /** Another visit begins at its first position: what was folded belongs to the one before. */
  readonly isAnother: boolean
  /** The number of the last client fact that the gateway holds of the visit. */
  readonly n: number
  /** Gateway milliseconds. */
  readonly now: number
}

export type Action =
  | {
      readonly _tag: "Open"
      readonly connection: number
      readonly transport: StreamTransport
      readonly place: { readonly visit: VisitId; readonly resume: StreamPosition | null } | null
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
  /** The backfill is over: what is known now is all there is. */
  | { readonly _tag: "CaughtUp" }
  | { readonly _tag: "Signal"; readonly topic: string; readonly data: unknown }
  | { readonly _tag: "SessionEnded" }
  /** Until it is left: what is told may change each time that another document comes, goes or is looked at. */
  | { readonly _tag: "SeekSlot" }
  /** This document is used now. */
  | { readonly _tag: "ClaimSlot" }
  | { readonly _tag: "LeaveSlot" }
  | { readonly _tag: "Report"; readonly status: ConnectionStatus }

export interface Transition {
  readonly state: ConnectionState
  readonly actions: ReadonlyArray<Action>
}

/** `page`: the visit a page came with, its first facts folded. */
export const initialConnection = (
  page: StreamPosition | null,
  slot: "unbounded" | "none" = "unbounded",
): ConnectionState => ({
  phase: { _tag: "Idle" },
  place: page,
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

/** Runs `next` on a step's state and adds what it wants done. */
export const andThen = (
  step: Transition,
  next: (state: ConnectionState) => Transition,
): Transition => {
  const after = next(step.state)
  return { state: after.state, actions: [...step.actions, ...after.actions] }
}
