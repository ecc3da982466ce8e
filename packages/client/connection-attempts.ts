/**
 * How a stream is opened, given up and left: the transitions of connection-state.ts for the socket itself.
 * Pure.
 */
import { CLOSE } from "@foldcast/contracts/stream/transport"
import type { Action, ConnectionState, Transition } from "./connection-model.ts"
import type { ConnectionStatus, StopReason } from "./connection-status.ts"
import { afterClose, backoffMs, nextTransport } from "./reconnect-plan.ts"
import type { OthersTurn } from "./stream-slots.ts"

/** Milliseconds from the attempt to `hello`. */
const GREETING_WITHIN_MS = 10_000

export const close = ({ connection }: ConnectionState, code: number): Action => ({
  _tag: "Close",
  connection,
  code,
})

export const report = (status: ConnectionStatus): Action => ({ _tag: "Report", status })

/** A document opens no server-sent events before it has a slot. */
const seek = (state: ConnectionState): Transition => ({
  state: { ...state, phase: { _tag: "Seeking" }, bye: null, isPosting: false },
  actions: [{ _tag: "ClearTimer", timer: "retry" }, { _tag: "SeekSlot" }],
})

/** The slot after it is given back, and the actions for that. */
export const leaveSlot = (
  state: ConnectionState,
): { readonly slot: ConnectionState["slot"]; readonly actions: ReadonlyArray<Action> } =>
  state.slot === "unbounded"
    ? { slot: "unbounded", actions: [] }
    : { slot: "none", actions: [{ _tag: "LeaveSlot" }] }

export const open = (state: ConnectionState): Transition => {
  const transport = nextTransport(state.history)
  if (transport === "sse" && state.slot === "none") return seek(state)
  const connection = state.connection + 1
  const { position } = state
  return {
    state: {
      ...state,
      connection,
      phase: { _tag: "Connecting", transport },
      bye: null,
      isPosting: false,
    },
    actions: [
      { _tag: "ClearTimer", timer: "retry" },
      {
        _tag: "Open",
        connection,
        transport,
        position:
          position === null
            ? null
            : { visit: position.visit, resume: state.isConfirmed ? position : null },
      },
      { _tag: "SetTimer", timer: "silence", ms: GREETING_WITHIN_MS },
      report({ _tag: "Connecting", attempt: state.failures + 1 }),
    ],
  }
}

/** The gateway's reason for a back-off; any other closed connection counts as lost. */
const BECAUSE: Readonly<Record<number, "storageFull" | "busy">> = {
  [CLOSE.storageFull]: "storageFull",
  [CLOSE.tryAgainLater]: "busy",
}

export const CLEAR_STREAM_TIMERS: ReadonlyArray<Action> = [
  { _tag: "ClearTimer", timer: "silence" },
  { _tag: "ClearTimer", timer: "resend" },
]

const wait = (state: ConnectionState, retryInMs: number, code: number): Transition => {
  const { phase, history, bye } = state
  // A `bye` means that the gateway was reached, so the other transport would get the same answer.
  const isUnheard = phase._tag === "Connecting" && bye === null
  const withoutHello = isUnheard ? history.withoutHello + 1 : history.withoutHello
  const because = BECAUSE[code]
  const failures = state.failures + 1
  return {
    state: {
      ...state,
      phase: { _tag: "Waiting" },
      failures,
      history: { ...history, withoutHello },
    },
    actions: [
      ...CLEAR_STREAM_TIMERS,
      { _tag: "SetTimer", timer: "retry", ms: retryInMs },
      report({
        _tag: "Waiting",
        attempt: failures,
        retryInMs,
        ...(because !== undefined && { because }),
      }),
    ],
  }
}

export const stop = (state: ConnectionState, reason: StopReason): Transition => {
  const { slot, actions } = leaveSlot(state)
  return {
    state: { ...state, phase: { _tag: "Stopped", reason }, slot },
    actions: [
      ...CLEAR_STREAM_TIMERS,
      { _tag: "ClearTimer", timer: "retry" },
      ...actions,
      report({ _tag: "Stopped", reason }),
    ],
  }
}

/** Once there is a slot again, the stream resumes at the same position. */
export const yielded = (state: ConnectionState, to: OthersTurn): Transition => ({
  state: { ...state, phase: { _tag: "Seeking" }, slot: "none", bye: null, isPosting: false },
  actions: [close(state, 1000), ...CLEAR_STREAM_TIMERS, report({ _tag: "Yielded", to })],
})

export const beginAnew = (state: ConnectionState): ConnectionState => ({
  ...state,
  position: null,
  isConfirmed: false,
})

/** The socket is closed, by either side. */
export const closed = (state: ConnectionState, code: number, random: number): Transition => {
  const told = state.bye?.code ?? code
  const plan = afterClose(told)
  const retryInMs = state.bye?.retryAfterMs ?? backoffMs(state.failures, random)
  switch (plan._tag) {
    case "Reconnect":
      return wait(state, retryInMs, told)
    case "Stop":
      return stop(state, plan.reason)
    case "BeginAnew": {
      // An ended session is not a lost connection: the next visit begins at once, without a report.
      const fresh = beginAnew(state)
      const next = state.failures === 0 ? open(fresh) : wait(fresh, retryInMs, told)
      return {
        ...next,
        actions: [{ _tag: "SessionEnded" }, ...CLEAR_STREAM_TIMERS, ...next.actions],
      }
    }
  }
}

/** Closes the socket from this side: `code` goes to the gateway, the rest is as for a closed socket. */
export const giveUp = (state: ConnectionState, code: number, random: number): Transition => {
  const next = closed({ ...state, bye: null }, 1006, random)
  return { ...next, actions: [close(state, code), ...next.actions] }
}
