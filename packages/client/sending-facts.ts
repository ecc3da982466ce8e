/** Which client facts are sent now, and how. Pure; called whenever facts may wait. */
import { type ConnectionState, type Transition, withoutActions } from "./connection-model.ts"
import { framesToSend, sentUpTo } from "./fact-outbox.ts"

/** Sends the unsent facts as the transport allows: all at once, or one post at a time. */
export const sendFacts = (state: ConnectionState): Transition => {
  const { phase, position, outbox, connection } = state
  if ((phase._tag !== "Greeted" && phase._tag !== "Live") || position === null || state.isPosting) {
    return withoutActions(state)
  }
  const frames = framesToSend(outbox)
  const now = phase.transport === "sse" ? frames.slice(0, 1) : frames
  const sentN = now.at(-1)?.at(-1)?.n
  if (sentN === undefined) return withoutActions(state)
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
      visit: position.visit,
      epoch: position.epoch,
      facts,
    })),
  }
}

/** Over SSE an empty post answers a ping; a post under way already serves as the answer. */
export const presence = (state: ConnectionState): Transition => {
  const { position, connection } = state
  if (position === null || state.isPosting) return withoutActions(state)
  const { visit, epoch } = position
  return {
    state: { ...state, isPosting: true },
    actions: [{ _tag: "SendFacts", connection, transport: "sse", visit, epoch, facts: [] }],
  }
}
