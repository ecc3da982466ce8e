/**
 * RequestVip → VipRequested | VipRefused, and StopVip → VipStopped | VipRefused: it ends VIP, or takes the
 * request for it back. VIP itself is joined by JoinRoom, once it is accepted. That it could not be stopped is
 * logged (ERR-30).
 */
import { Effect } from "effect"
import { OUTCOME_UNKNOWN } from "../normalise/call-failure.ts"
import type { CommandContext } from "./handler.ts"
import { noPictureLabel } from "../rooms/room-join.ts"
import { makeRoomAct, refusalOrUnknown } from "./room-act.ts"

const ACTS = {
  requestVip: "request-vip",
  stopVip: "stop-vip",
} as const

const logUnstopped = (action: keyof typeof ACTS, outcome: string) =>
  action === "stopVip" ? Effect.logWarning("VIP was not stopped", { outcome }) : Effect.void

interface VipCommand {
  readonly performerId: string
  readonly showsPicture?: boolean | undefined
}

const makeVip = (action: keyof typeof ACTS) =>
  Effect.map(makeRoomAct, ({ rooms, facts, refusalReason, conclude }) =>
    Effect.fnUntraced(function* (
      { performerId, showsPicture }: VipCommand,
      context: CommandContext,
    ) {
      const { visit, commandId: cause, interrupted } = context
      const actionFacts = refusalOrUnknown((label, waitSeconds) => ({
        _tag: "VipRefused",
        performerId,
        label,
        ...(waitSeconds !== undefined && { waitSeconds }),
      }))
      const label = interrupted
        ? OUTCOME_UNKNOWN
        : (refusalReason(performerId, context) ?? noPictureLabel(showsPicture))
      if (label !== null) {
        yield* logUnstopped(action, label)
        return yield* facts.decided(context, actionFacts.refusal(label))
      }
      const result = yield* rooms.act(visit, {
        performerId,
        act: { action, data: {} },
        answer: ACTS[action],
        cause,
      })
      if (result._tag !== "Confirmed") yield* logUnstopped(action, result._tag)
      return yield* conclude(context, result, actionFacts)
    }),
  )

const makeRequestVip = makeVip("requestVip")
const makeStopVip = makeVip("stopVip")

export const vipHandlers = { RequestVip: makeRequestVip, StopVip: makeStopVip }
