/**
 * SendTip → TipReceived and SendToyTip → ToyTipReceived | TipRefused | TipUnknown. The command's id is the tip's
 * idempotency key at the service; the gateway sends each tip once all the same.
 *
 * Outside of her room a tip of credits goes by the member API, which no event answers: its fact is made of the
 * answer. A tip that could not be sent is logged (ERR-34).
 */
import { Effect } from "effect"
import type { Event } from "@foldcast/contracts/stream/event"
import { DEFAULT_LOCALE } from "@foldcast/rules/page-routes"
import { labelOf, UNAVAILABLE } from "../normalise/call-failure.ts"
import type { ActionResult } from "../rooms/room-actions.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { PerformerService } from "../upstream/performer-service.ts"
import { type CommandContext, type Handler, callTraits } from "./handler.ts"
import { CHAT_NOT_STARTED, makeRoomAct, MEMBERS_ONLY, type ActionFacts } from "./room-act.ts"
import { NO_SUCH_TIP, tipFault, tipTypeFromOutside, toyTipOf } from "./tip-fault.ts"

const actionFactsOf = (performerId: string): ActionFacts => ({
  refusal: (label) => ({ _tag: "TipRefused", performerId, label }),
  unknown: { _tag: "TipUnknown", performerId },
})

const logged = (result: ActionResult) =>
  result._tag === "Confirmed"
    ? Effect.void
    : Effect.logWarning("a tip was not sent, as far as anybody knows", { outcome: result._tag })

const makeSendTip = Effect.gen(function* () {
  const { rooms, facts, refusalReason, conclude } = yield* makeRoomAct
  const api = yield* MemberApi
  const service = yield* PerformerService

  /** The performer's username; null where the service does not tell it. */
  const usernameOf = (performerId: string) =>
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
    tip: Omit<Extract<Event, { readonly _tag: "TipReceived" }>, "_tag" | "from" | "tipType">,
    context: CommandContext,
  ) {
    const { performerId, tipId: id, amount, message: text, isPublic: flag } = tip
    const { member } = context.session
    const actionFacts = actionFactsOf(performerId)
    if (member === null) return yield* facts.decided(context, actionFacts.refusal(MEMBERS_ONLY))
    const username = yield* usernameOf(performerId)
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

  const sendTip: Handler<"SendTip"> = Effect.fnUntraced(function* (
    { performerId, amount, tipType, message: typed, isPublic },
    context,
  ) {
    const { visit, commandId: cause, interrupted, session } = context
    const actionFacts = actionFactsOf(performerId)
    if (interrupted) return yield* facts.decided(context, actionFacts.unknown)
    const message = typed.trim()
    const label = session.member === null ? MEMBERS_ONLY : tipFault({ amount, tipType, message })
    if (label !== null) return yield* facts.decided(context, actionFacts.refusal(label))
    if (refusalReason(performerId, context) === CHAT_NOT_STARTED) {
      const tip = { performerId, tipId: cause, amount, message, isPublic }
      return yield* sendFromOutside(tip, context)
    }
    const data = { id: cause, amount, tipType, message, isPublic }
    const act = { action: "tip", data } as const
    const result = yield* rooms.act(visit, { performerId, act, answer: "tip", cause })
    yield* logged(result)
    return yield* conclude(context, result, actionFacts)
  })
  return sendTip
})

const makeSendToyTip = Effect.map(
  makeRoomAct,
  ({ rooms, facts, refusalReason, conclude }): Handler<"SendToyTip"> =>
    Effect.fnUntraced(function* ({ performerId, amount }, context) {
      const { visit, commandId: cause, interrupted } = context
      const actionFacts = actionFactsOf(performerId)
      if (interrupted) return yield* facts.decided(context, actionFacts.unknown)
      const listed = toyTipOf(amount)
      const label =
        refusalReason(performerId, context) ?? (listed === undefined ? NO_SUCH_TIP : null)
      if (label !== null || listed === undefined) {
        return yield* facts.decided(context, actionFacts.refusal(label ?? NO_SUCH_TIP))
      }
      const data = {
        id: cause,
        amount,
        tipType: listed.intensity,
        message: "",
        isPublic: true,
        vibrate: listed.level,
      }
      const act = { action: "tip", data } as const
      const result = yield* rooms.act(visit, { performerId, act, answer: "ft-tip", cause })
      yield* logged(result)
      return yield* conclude(context, result, actionFacts)
    }),
)

export const sendTipHandlers = { SendTip: makeSendTip, SendToyTip: makeSendToyTip }
