/**
 * SendTip → TipReceived and SendToyTip → ToyTipReceived | TipRefused | TipUnknown. The command's id is the tip's
 * idempotency key at the service; the gateway sends each tip once all the same.
 *
 * Outside of her room a tip of credits goes by the member API, which no event answers: its fact is made of the
 * answer. A tip that could not be sent is logged (ERR-34).
 */
import { Effect } from "effect"
import type { CommandOf } from "@foldcast/contracts/commands/command"
import type { ToyTip } from "@foldcast/contracts/chat-rules"
import type { Event } from "@foldcast/contracts/stream/event"
import { DEFAULT_LOCALE } from "@foldcast/rules/page-routes"
import { labelOf, UNAVAILABLE } from "../normalise/call-failure.ts"
import type { ActionResult } from "../rooms/room-actions.ts"
import { MemberApi, type MemberApiShape } from "../upstream/member-api.ts"
import { PerformerService, type PerformerServiceShape } from "../upstream/performer-service.ts"
import { type CommandContext, type Handler, callTraits } from "./handler.ts"
import {
  type ActionFacts,
  actOrRefuse,
  MEMBERS_ONLY,
  refusalReason,
  type RoomActDeps,
  roomActDeps,
  roomHandler,
} from "./room-act.ts"
import { NO_SUCH_TIP, tipFault, tipTypeFromOutside, toyTipOf } from "./tip-fault.ts"

const actionFactsOf = (performerId: string): ActionFacts => ({
  refusal: (label) => ({ _tag: "TipRefused", performerId, label }),
  unknown: { _tag: "TipUnknown", performerId },
})

const logged = (result: ActionResult) =>
  result._tag === "Confirmed"
    ? Effect.void
    : Effect.logWarning("a tip was not sent, as far as anybody knows", { outcome: result._tag })

interface SendTipDeps extends RoomActDeps {
  readonly api: MemberApiShape
  readonly service: PerformerServiceShape
}

/** The performer's username; null where the service does not tell it. */
const usernameOf = ({ service }: SendTipDeps, performerId: string) =>
  Effect.map(
    service.call({
      call: "GET /user/find",
      query: { ids: performerId, limit: "1" },
      lang: DEFAULT_LOCALE,
      noNude: false,
    }),
    (outcome) =>
      outcome._tag === "Answered"
        ? (outcome.body.performers.find(({ user }) => String(user.id) === performerId)?.user
            .username ?? null)
        : null,
  )

const sendFromOutside = Effect.fnUntraced(function* (
  deps: SendTipDeps,
  tip: Omit<Extract<Event, { readonly _tag: "TipReceived" }>, "_tag" | "from" | "tipType">,
  context: CommandContext,
) {
  const { api, facts } = deps
  const { performerId, tipId: id, amount, message: text, isPublic: flag } = tip
  const { member } = context.session
  const actionFacts = actionFactsOf(performerId)
  if (member === null) return yield* facts.decided(context, actionFacts.refusal(MEMBERS_ONLY))
  const username = yield* usernameOf(deps, performerId)
  if (username === null) {
    yield* logged({ _tag: "NotInRoom" })
    return yield* facts.decided(context, actionFacts.refusal(UNAVAILABLE))
  }
  const outcome = yield* api.call({
    ...callTraits(context),
    call: "POST /tip",
    token: member.token,
    clientAddress: context.clientAddress,
    body: { id, username, amount, text, flag },
  })
  if (outcome._tag === "Answered") {
    const { username: from } = member
    const tipType = tipTypeFromOutside(amount)
    return yield* facts.answered(context, { _tag: "TipReceived", from, tipType, ...tip })
  }
  yield* logged({ _tag: outcome._tag === "Unknown" ? "TimedOut" : "NotInRoom" })
  return yield* facts.answered(
    context,
    outcome._tag === "Unknown" ? actionFacts.unknown : actionFacts.refusal(labelOf(outcome)),
  )
})

const sendTip = Effect.fnUntraced(function* (
  deps: SendTipDeps,
  { performerId, amount, tipType, message: typed, isPublic }: CommandOf<"SendTip">,
  context: CommandContext,
) {
  const { visit, commandId: cause, interrupted, session } = context
  const message = typed.trim()
  const label = session.member === null ? MEMBERS_ONLY : tipFault({ amount, tipType, message })
  const isInRoom = deps.rooms.isInRoom(visit, performerId)
  if (!isInRoom && label === null && !interrupted) {
    const tip = { performerId, tipId: cause, amount, message, isPublic }
    return yield* sendFromOutside(deps, tip, context)
  }
  const data = { id: cause, amount, tipType, message, isPublic }
  const act = { action: "tip", data } as const
  return yield* actOrRefuse(deps, context, {
    actionFacts: actionFactsOf(performerId),
    ask:
      label ??
      Effect.tap(deps.rooms.act(visit, { performerId, act, answer: "tip", cause }), logged),
  })
})

const sendToyTip = Effect.fnUntraced(function* (
  deps: RoomActDeps,
  { performerId, amount }: CommandOf<"SendToyTip">,
  context: CommandContext,
) {
  const { visit, commandId: cause } = context
  const tip = toyTipOf(amount)
  const give = ({ intensity: tipType, level: vibrate }: ToyTip) => {
    const data = { id: cause, amount, tipType, message: "", isPublic: true, vibrate }
    const act = { action: "tip", data } as const
    return Effect.tap(deps.rooms.act(visit, { performerId, act, answer: "ft-tip", cause }), logged)
  }
  return yield* actOrRefuse(deps, context, {
    actionFacts: actionFactsOf(performerId),
    ask: refusalReason(deps, performerId, context) ?? (tip === undefined ? NO_SUCH_TIP : give(tip)),
  })
})

const makeSendTip = Effect.map(
  Effect.all({ room: roomActDeps, api: MemberApi, service: PerformerService }),
  ({ room, ...services }): Handler<"SendTip"> =>
    (command, context) =>
      sendTip({ ...room, ...services }, command, context),
)

export const sendTipHandlers = {
  SendTip: makeSendTip,
  SendToyTip: roomHandler<"SendToyTip">(sendToyTip),
}
