/**
 * The stream's client as a pure state machine: an input gives the next state and the actions, as data
 * (docs/protocol.md, "Stream"). connection.ts performs them.
 *
 *   Idle → Connecting → Greeted → Live ─┐
 *             ↑   └───────┴─────────────┤
 *             ├── Waiting ← Offline ←───┼→ Stopped
 *             └── Seeking ←─────────────┘
 *
 * Invariants: events are delivered in the order of their positions, each once, without a gap; `Greeted`
 * announces a visit other than the requested one before its first event; inputs of an older socket change
 * nothing.
 */
import { CLOSE } from "@foldcast/contracts/stream/transport"
import {
  close,
  closed,
  CLEAR_STREAM_TIMERS,
  giveUp,
  open,
  report,
  stop,
  yielded,
} from "./connection-attempts.ts"
import {
  type Action,
  type ConnectionState,
  type Input,
  isConnected,
  type Transition,
  type Timer,
  withoutActions,
} from "./connection-model.ts"
import { kept, storedUpTo, unsentFacts } from "./fact-outbox.ts"
import { received } from "./received-frame.ts"
import { sendFacts } from "./sending-facts.ts"
import type { OthersTurn } from "./stream-slots.ts"

/** Milliseconds until facts are posted again after a failed post. */
const RESEND_AFTER_MS = 5_000

const elapsed = (state: ConnectionState, timer: Timer, random: number): Transition => {
  switch (timer) {
    case "retry":
      return state.phase._tag === "Waiting" ? open(state) : withoutActions(state)
    case "silence":
      return isConnected(state.phase) ? giveUp(state, CLOSE.tooSlow, random) : withoutActions(state)
    case "resend":
      return sendFacts(state)
  }
}

/** Closes the socket, where there is one. */
const closeSocket = (state: ConnectionState): ReadonlyArray<Action> =>
  isConnected(state.phase) ? [close(state, 1000)] : []

const wentOffline = (state: ConnectionState): Transition => {
  const { _tag } = state.phase
  if (_tag === "Stopped" || _tag === "Offline" || _tag === "Idle") return withoutActions(state)
  return {
    state: { ...state, phase: { _tag: "Offline" }, bye: null },
    actions: [
      ...closeSocket(state),
      ...CLEAR_STREAM_TIMERS,
      { _tag: "ClearTimer", timer: "retry" },
      report({ _tag: "Offline" }),
    ],
  }
}

const slotGranted = (state: ConnectionState): Transition => {
  if (state.slot !== "none") return withoutActions(state)
  const held: ConnectionState = { ...state, slot: "held" }
  return state.phase._tag === "Seeking" ? open(held) : withoutActions(held)
}

const slotRefused = (state: ConnectionState, by: OthersTurn): Transition => {
  const { phase, slot } = state
  if (slot === "unbounded") return withoutActions(state)
  if (isConnected(phase) && phase.transport === "sse") return yielded(state, by)
  return {
    state: { ...state, slot: "none" },
    actions: phase._tag === "Seeking" ? [report({ _tag: "Yielded", to: by })] : [],
  }
}

const left = (state: ConnectionState): Transition => {
  if (state.phase._tag === "Stopped") return withoutActions(state)
  const next = stop(state, "left")
  return { ...next, actions: [...closeSocket(state), ...next.actions] }
}

/** `random` is in [0, 1): a step is pure and draws no random itself (law L5). */
export const step = (state: ConnectionState, input: Input, random: number): Transition => {
  const { phase } = state
  const same = withoutActions(state)
  // Inputs of an older socket are ignored.
  if ("connection" in input && (input.connection !== state.connection || !isConnected(phase))) {
    return same
  }
  switch (input._tag) {
    case "Started":
      // A document that left may come back from the browser's back/forward cache.
      return phase._tag === "Idle" || (phase._tag === "Stopped" && phase.reason === "left")
        ? open(state)
        : same
    case "Received":
      if (input.frame === "unknown") return same
      return input.frame === "unreadable"
        ? giveUp(state, CLOSE.positionMismatch, random)
        : received(state, input.frame, random)
    case "Closed":
      return closed(state, input.code, random)
    case "Elapsed":
      return elapsed(state, input.timer, random)
    case "WentOffline":
      return wentOffline(state)
    case "WentOnline":
      return phase._tag === "Offline" || phase._tag === "Waiting" ? open(state) : same
    case "Happened":
      return sendFacts({ ...state, outbox: kept(state.outbox, input.fact) })
    case "FactsStored":
      return sendFacts({
        ...state,
        isPosting: false,
        outbox: storedUpTo(state.outbox, input.n),
      })
    case "FactsNotStored":
      return {
        state: { ...state, isPosting: false, outbox: unsentFacts(state.outbox) },
        actions: [{ _tag: "SetTimer", timer: "resend", ms: RESEND_AFTER_MS }],
      }
    case "FactsRefused":
      // The facts are kept; posting resumes with the next connection.
      return withoutActions({ ...state, outbox: unsentFacts(state.outbox) })
    case "ReconnectAsked":
      if (phase._tag === "Seeking") return { state, actions: [{ _tag: "ClaimSlot" }] }
      return phase._tag === "Waiting" || phase._tag === "Offline" ? open(state) : same
    case "SlotGranted":
      return slotGranted(state)
    case "SlotRefused":
      return slotRefused(state, input.by)
    case "Left":
      return left(state)
  }
}
