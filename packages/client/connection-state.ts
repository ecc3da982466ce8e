/**
 * The stream's client as a pure state machine: what came in gives the next state and what to do, as data
 * (docs/protocol.md, "Stream"). connection.ts performs it.
 *
 *   Idle → Connecting → Greeted → Live ─┐
 *             ↑   └───────┴─────────────┤
 *             ├── Waiting ← Offline ←───┼→ Stopped
 *             └── Seeking ←─────────────┘
 *
 * Invariants: events are delivered in their positions, each once, without a gap; a visit that is not
 * the one asked for is announced by `Greeted` before its first event; what belongs to an older socket
 * changes nothing.
 */
import { CLOSE } from "@foldcast/contracts/stream/transport"
import { closed, ended, giveUp, open, report, stop, yielded } from "./connection-attempts.ts"
import {
  type Action,
  type ConnectionState,
  type Input,
  isConnected,
  type Transition,
  type Timer,
} from "./connection-model.ts"
import { kept, storedUpTo, unsentFacts } from "./fact-outbox.ts"
import { received } from "./received-frame.ts"
import { sendFacts } from "./sending-facts.ts"

/** Milliseconds until facts that could not be posted are tried again. */
const RESEND_AFTER_MS = 5_000

const elapsed = (state: ConnectionState, timer: Timer, random: number): Transition => {
  switch (timer) {
    case "retry":
      return state.phase._tag === "Waiting" ? open(state) : { state, actions: [] }
    case "silence":
      return isConnected(state.phase)
        ? giveUp(state, CLOSE.tooSlow, random)
        : { state, actions: [] }
    case "resend":
      return sendFacts(state)
  }
}

/** `random` is in [0, 1): a step may not find it out by itself (law L5). */
export const step = (state: ConnectionState, input: Input, random: number): Transition => {
  const { phase } = state
  const same: Transition = { state, actions: [] }
  // What an older socket still says, or its end, is nobody's concern any more.
  if ("connection" in input && (input.connection !== state.connection || !isConnected(phase))) {
    return same
  }
  switch (input._tag) {
    case "Started":
      // A document that left may come back: the browser keeps pages that people return to.
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
    case "WentOffline": {
      if (phase._tag === "Stopped" || phase._tag === "Offline" || phase._tag === "Idle") return same
      const close: ReadonlyArray<Action> = isConnected(phase)
        ? [{ _tag: "Close", connection: state.connection, code: 1000 }]
        : []
      return {
        state: { ...state, phase: { _tag: "Offline" }, bye: null },
        actions: [
          ...close,
          ...ended,
          { _tag: "ClearTimer", timer: "retry" },
          report({ _tag: "Offline" }),
        ],
      }
    }
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
      // They are kept, and no post follows until there is another connection.
      return { state: { ...state, outbox: unsentFacts(state.outbox) }, actions: [] }
    case "ReconnectAsked":
      if (phase._tag === "Seeking") return { state, actions: [{ _tag: "ClaimSlot" }] }
      return phase._tag === "Waiting" || phase._tag === "Offline" ? open(state) : same
    case "SlotGranted": {
      if (state.slot !== "none") return same
      const held: ConnectionState = { ...state, slot: "held" }
      return phase._tag === "Seeking" ? open(held) : { state: held, actions: [] }
    }
    case "SlotRefused":
      if (state.slot === "unbounded") return same
      if (isConnected(phase) && phase.transport === "sse") return yielded(state, input.by)
      return {
        state: { ...state, slot: "none" },
        actions: phase._tag === "Seeking" ? [report({ _tag: "Yielded", to: input.by })] : [],
      }
    case "Left": {
      if (phase._tag === "Stopped") return same
      const next = stop(state, "left")
      return isConnected(phase)
        ? {
            ...next,
            actions: [{ _tag: "Close", connection: state.connection, code: 1000 }, ...next.actions],
          }
        : next
    }
  }
}
