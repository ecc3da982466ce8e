/** Which client facts leave now, and how. Pure; called whenever there may be some to send. */
import type { ConnectionState, Transition } from "./connection-model.ts"
import { framesToSend, sentUpTo } from "./fact-outbox.ts"

/** Sends what has not been sent, as the transport can: all at once, or one post at a time. */
export const sendFacts = (state: ConnectionState): Transition => {
  const { phase, place, outbox, connection } = state
  if ((phase._tag !== "Greeted" && phase._tag !== "Live") || place === null || state.isPosting) {
    return { state, actions: [] }
  }
  const frames = framesToSend(outbox)
  const now = phase.transport === "sse" ? frames.slice(0, 1) : frames
  const sentN = now.at(-1)?.at(-1)?.n
  if (sentN === undefined) return { state, actions: [] }
  return {
    state: {
      ...state,
      outbox: sentUpTo(outbox, sentN),
      isPosting: phase.transport === "sse",
    },
    actions: now.map((facts) => ({
      _tag: "SendFacts",
      connection,
      transport: phase.transport,
      visit: place.visit,
      epoch: place.epoch,
      facts,
    })),
  }
}

/** Over SSE a ping is answered by a post of no facts; one that is on its way says as much. */
export const presence = (state: ConnectionState): Transition => {
  const { place, connection } = state
  if (place === null || state.isPosting) return { state, actions: [] }
  const { visit, epoch } = place
  return {
    state: { ...state, isPosting: true },
    actions: [{ _tag: "SendFacts", connection, transport: "sse", visit, epoch, facts: [] }],
  }
}
