/**
 * StartCamBack → CamBackStarted | CamBackRefused, and StopCamBack → CamBackStopped | CamBackRefused, in a paid
 * session. The chat service is told over the session's own connection. It confirms only the end, so the gateway
 * itself tells that the camera has started.
 */
import { Effect } from "effect"
import type { CommandOf } from "@foldcast/contracts/commands/command"
import type { CommandContext } from "./handler.ts"
import {
  type ActionFacts,
  actOrRefuse,
  refusalOrUnknown,
  refusalReason,
  type RoomActDeps,
  roomHandler,
} from "./room-act.ts"

/** What `custom` says when a viewer's camera is on. */
const STARTED = "camback-started"

const actionFactsOf = (performerId: string): ActionFacts =>
  refusalOrUnknown((label) => ({ _tag: "CamBackRefused", performerId, label }))

const startCamBack = Effect.fnUntraced(function* (
  deps: RoomActDeps,
  { performerId }: CommandOf<"StartCamBack">,
  context: CommandContext,
) {
  const { visit, commandId: cause } = context
  return yield* actOrRefuse(deps, context, {
    actionFacts: actionFactsOf(performerId),
    ask:
      refusalReason(deps, performerId, context) ??
      deps.rooms.send(visit, {
        performerId,
        name: "custom",
        payload: { name: STARTED },
        answer: null,
        cause,
      }),
    done: { _tag: "CamBackStarted", performerId },
  })
})

const stopCamBack = Effect.fnUntraced(function* (
  deps: RoomActDeps,
  { performerId }: CommandOf<"StopCamBack">,
  context: CommandContext,
) {
  const { visit, commandId: cause } = context
  return yield* actOrRefuse(deps, context, {
    actionFacts: actionFactsOf(performerId),
    ask:
      refusalReason(deps, performerId, context) ??
      deps.rooms.send(visit, {
        performerId,
        name: "camback-stopped",
        payload: {},
        answer: "camback-stopped",
        cause,
      }),
  })
})

export const camBackHandlers = {
  StartCamBack: roomHandler<"StartCamBack">(startCamBack),
  StopCamBack: roomHandler<"StopCamBack">(stopCamBack),
}
