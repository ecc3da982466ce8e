/**
 * StartCamBack → CamBackStarted | CamBackRefused, and StopCamBack → CamBackStopped | CamBackRefused, in a paid
 * session. The chat service is told over the session's own connection. It confirms only the end, so the gateway
 * itself tells that the camera has started.
 */
import { Effect } from "effect"
import { OUTCOME_UNKNOWN } from "../normalise/call-failure.ts"
import type { Handler } from "./handler.ts"
import { makeRoomAct, refusalOrUnknown } from "./room-act.ts"

/** What `custom` says when a viewer's camera is on. */
const STARTED = "camback-started"

const makeStartCamBack = Effect.map(
  makeRoomAct,
  ({ rooms, facts, refusalReason, conclude }): Handler<"StartCamBack"> =>
    Effect.fnUntraced(function* ({ performerId }, context) {
      const { visit, commandId: cause, interrupted } = context
      const actionFacts = refusalOrUnknown((label) => ({
        _tag: "CamBackRefused",
        performerId,
        label,
      }))
      const label = interrupted ? OUTCOME_UNKNOWN : refusalReason(performerId, context)
      if (label !== null) return yield* facts.decided(context, actionFacts.refusal(label))
      const result = yield* rooms.send(visit, {
        performerId,
        name: "custom",
        payload: { name: STARTED },
        answer: null,
        cause,
      })
      return result._tag === "Confirmed"
        ? yield* facts.decided(context, { _tag: "CamBackStarted", performerId })
        : yield* conclude(context, result, actionFacts)
    }),
)

const makeStopCamBack = Effect.map(
  makeRoomAct,
  ({ rooms, facts, refusalReason, conclude }): Handler<"StopCamBack"> =>
    Effect.fnUntraced(function* ({ performerId }, context) {
      const { visit, commandId: cause, interrupted } = context
      const actionFacts = refusalOrUnknown((label) => ({
        _tag: "CamBackRefused",
        performerId,
        label,
      }))
      const label = interrupted ? OUTCOME_UNKNOWN : refusalReason(performerId, context)
      if (label !== null) return yield* facts.decided(context, actionFacts.refusal(label))
      const result = yield* rooms.send(visit, {
        performerId,
        name: "camback-stopped",
        payload: {},
        answer: "camback-stopped",
        cause,
      })
      return yield* conclude(context, result, actionFacts)
    }),
)

export const camBackHandlers = { StartCamBack: makeStartCamBack, StopCamBack: makeStopCamBack }
