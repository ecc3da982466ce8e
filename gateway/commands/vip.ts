/**
 * RequestVip → VipRequested | VipRefused, and StopVip → VipStopped | VipRefused: it ends VIP, or takes the
 * request for it back. VIP itself is joined by JoinRoom, once it is accepted. That it could not be stopped is
 * logged (ERR-30).
 */
import { Effect } from "effect"
import { OUTCOME_UNKNOWN } from "../normalise/call-failure.ts"
import type { CommandContext } from "./handler.ts"
import { noPictureLabel } from "../rooms/room-join.ts"
import {
  actOrRefuse,
  refusalOrUnknown,
  refusalReason,
  type RoomActDeps,
  roomHandler,
} from "./room-act.ts"

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

const actVip = Effect.fnUntraced(function* (
  action: keyof typeof ACTS,
  deps: RoomActDeps,
  { performerId, showsPicture }: VipCommand,
  context: CommandContext,
) {
  const { visit, commandId: cause, interrupted } = context
  const label = interrupted
    ? OUTCOME_UNKNOWN
    : (refusalReason(deps, performerId, context) ?? noPictureLabel(showsPicture))
  if (label !== null) yield* logUnstopped(action, label)
  return yield* actOrRefuse(deps, context, {
    actionFacts: refusalOrUnknown((refused, waitSeconds) => ({
      _tag: "VipRefused",
      performerId,
      label: refused,
      ...(waitSeconds !== undefined && { waitSeconds }),
    })),
    ask:
      label ??
      Effect.tap(
        deps.rooms.act(visit, {
          performerId,
          act: { action, data: {} },
          answer: ACTS[action],
          cause,
        }),
        ({ _tag }) => (_tag === "Confirmed" ? Effect.void : logUnstopped(action, _tag)),
      ),
  })
})

export const vipHandlers = {
  RequestVip: roomHandler<"RequestVip">((...of) => actVip("requestVip", ...of)),
  StopVip: roomHandler<"StopVip">((...of) => actVip("stopVip", ...of)),
}
