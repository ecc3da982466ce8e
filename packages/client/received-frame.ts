/** The connection's transitions for each frame of the gateway (docs/protocol.md, "Frames"). Pure. */
import { PROTOCOL } from "@foldcast/contracts/protocol-version"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import type { GatewayFrame } from "@foldcast/contracts/stream/frames"
import { CLOSE, PONG_WITHIN_MS } from "@foldcast/contracts/stream/transport"
import { beginAnew, close, giveUp, leaveSlot, report, stop } from "./connection-attempts.ts"
import {
  type Action,
  type ConnectionState,
  type StreamPosition,
  type Transition,
  andThen,
  withoutActions,
} from "./connection-model.ts"
import { EMPTY_OUTBOX, reconnected, storedUpTo } from "./fact-outbox.ts"
import { presence, sendFacts } from "./sending-facts.ts"

type FrameOf<K extends GatewayFrame["k"]> = Extract<GatewayFrame, { readonly k: K }>

const greeted = (state: ConnectionState, hello: FrameOf<"hello">, random: number): Transition => {
  const { phase, position, history } = state
  if (phase._tag !== "Connecting") return giveUp(state, CLOSE.positionMismatch, random)
  if (hello.protocol.min > PROTOCOL.max || hello.protocol.max < PROTOCOL.min) {
    const next = stop(state, "protocol")
    return { ...next, actions: [close(state, CLOSE.protocolNotSupported), ...next.actions] }
  }
  const isSameVisit = position !== null && position.visit === hello.visit
  if (isSameVisit && hello.seq < position.seq) {
    // The gateway's position is behind the folded one, so the visit cannot continue here.
    return giveUp(beginAnew(state), CLOSE.positionMismatch, random)
  }
  const { transport } = phase
  const silenceMs = hello.heartbeatMs + PONG_WITHIN_MS
  // A WebSocket needs no slot.
  const left = transport === "websocket" && state.slot === "held" ? leaveSlot(state) : null
  const known: ConnectionState = {
    ...state,
    slot: left?.slot ?? state.slot,
    phase: { _tag: "Greeted", transport, silenceMs, head: hello.seq },
    isConfirmed: true,
    history: {
      withoutHello: 0,
      isWebSocketProven: history.isWebSocketProven || transport === "websocket",
      isSseProven: history.isSseProven || transport === "sse",
    },
  }
  const { visit, epoch, n, now } = hello
  const actions: ReadonlyArray<Action> = [
    ...(left?.actions ?? []),
    { _tag: "Greeted", greeting: { visit, isAnother: !isSameVisit, n, now } },
    { _tag: "SetTimer", timer: "silence", ms: silenceMs },
    report({ _tag: "CatchingUp" }),
  ]
  const next: ConnectionState = isSameVisit
    ? { ...known, position: { ...position, epoch }, outbox: reconnected(state.outbox, n) }
    : { ...known, position: { visit, epoch, seq: 0 }, outbox: EMPTY_OUTBOX }
  return andThen({ state: next, actions }, sendFacts)
}

/**
 * Delivers the events that follow directly on the folded position. Earlier ones are known already; later ones
 * mean a gap.
 */
const arrived = (
  state: ConnectionState,
  position: StreamPosition,
  { events }: FrameOf<"events">,
  random: number,
): Transition => {
  let { seq } = position
  const fresh: Array<OpenEnvelope> = []
  let isGap = false
  for (const envelope of events) {
    if (envelope.seq <= seq) continue
    if (envelope.seq > seq + 1) {
      isGap = true
      break
    }
    fresh.push(envelope)
    seq = envelope.seq
  }
  const delivered: Transition = {
    state: fresh.length === 0 ? state : { ...state, position: { ...position, seq } },
    actions: fresh.length === 0 ? [] : [{ _tag: "Deliver", events: fresh }],
  }
  return isGap
    ? andThen(delivered, (after) => giveUp(after, CLOSE.positionMismatch, random))
    : delivered
}

export const received = (
  state: ConnectionState,
  frame: GatewayFrame,
  random: number,
): Transition => {
  const { phase, position, connection } = state
  if (frame.k === "hello") return greeted(state, frame, random)
  if (frame.k === "bye") {
    const bye = { code: frame.code, retryAfterMs: frame.retryAfterMs ?? null }
    return withoutActions({ ...state, bye })
  }
  if ((phase._tag !== "Greeted" && phase._tag !== "Live") || position === null) {
    // `hello` is always the first frame.
    return giveUp(state, CLOSE.positionMismatch, random)
  }
  const restartSilence: Action = { _tag: "SetTimer", timer: "silence", ms: phase.silenceMs }
  const onward = (next: ConnectionState, ...actions: ReadonlyArray<Action>): Transition => ({
    state: next,
    actions: [restartSilence, ...actions],
  })
  switch (frame.k) {
    case "resumed":
      return frame.from === position.seq + 1
        ? onward(state)
        : giveUp(beginAnew(state), CLOSE.positionMismatch, random)
    case "reset":
      return onward(state)
    case "events": {
      const step = arrived(state, position, frame, random)
      return { ...step, actions: [restartSilence, ...step.actions] }
    }
    case "replayed":
      return frame.seq > position.seq
        ? giveUp(state, CLOSE.positionMismatch, random)
        : onward(
            {
              ...state,
              phase: { _tag: "Live", transport: phase.transport, silenceMs: phase.silenceMs },
              failures: 0,
            },
            { _tag: "CaughtUp" },
            report({ _tag: "Live", transport: phase.transport }),
          )
    case "ping": {
      if (phase._tag === "Live" && frame.seq > position.seq) {
        return giveUp(state, CLOSE.positionMismatch, random)
      }
      const stored = { ...state, outbox: storedUpTo(state.outbox, frame.n) }
      // During the backfill, a page's own position may be ahead of this stream.
      const pong: Action = { _tag: "Pong", connection, seq: Math.min(position.seq, frame.seq) }
      const { state: next, actions: answers } =
        phase.transport === "sse" ? presence(stored) : { state: stored, actions: [pong] }
      // All promised events have arrived but `replayed` has not. Pings alone do not restart the silence timer.
      return phase._tag === "Greeted" && position.seq >= phase.head
        ? { state: next, actions: answers }
        : onward(next, ...answers)
    }
    case "stored":
      return onward({ ...state, outbox: storedUpTo(state.outbox, frame.n) })
    case "signal":
      return onward(state, { _tag: "Signal", topic: frame.topic, data: frame.data })
  }
}
