/**
 * What viewers do in a room (`POST chat/action`): balance and foreign names are looked up here, and the room decides.
 *
 * Invariant: a tip is told after its credits have moved, and once.
 */
import { Effect, Option } from "effect"
import type { ActionRequest } from "@foldcast/contracts/upstream/chat-service"
import { SqlDatabase } from "../../db/database.ts"
import { badRequest, failIfRefused, Refused } from "../../http/refused.ts"
import { balanceOf } from "../../ledger/ledger.ts"
import { memberByUsername } from "../../members/member-store.ts"
import { isLikePerformer } from "../../performers/performer-looks.ts"
import { paidRoomRefusal, vipRequestRefusal } from "../billing/paid-pauses.ts"
import { tooFewCredits } from "../billing/paid-sessions.ts"
import { payTip } from "../billing/tips.ts"
import type { ChatSession } from "../room-model/chat-session.ts"
import { invisibleTextRefusal, roomRefused } from "../room-model/refusals.ts"
import { nicknameRefused } from "../room-model/room-nicknames.ts"
import { tipKindOf } from "../room-model/tip-kind.ts"
import type { SessionInRoom } from "./room-registry.ts"
import type { RoomServiceDeps } from "./room-service-deps.ts"

type ActionData<Name extends ActionRequest["action"]> = Extract<
  ActionRequest,
  { readonly action: Name }
>["data"]

const sendMessage = Effect.fnUntraced(function* (
  { chat, now }: RoomServiceDeps,
  { room, session }: SessionInRoom,
  { id, message: typed, messageType: type }: ActionData<"message">,
) {
  const isCaller = session.call !== null
  if (session.memberId === null && !isCaller) return yield* roomRefused("membersOnly")
  // In private and VIP the interval that is paid ahead is enough to write (ADR 0062), and the call for who pays by phone.
  if (session.paid === null && session.memberId !== null) {
    const balance = yield* balanceOf(yield* SqlDatabase, session.memberId)
    if (balance < chat.messagePrice) return yield* tooFewCredits()
  }
  yield* failIfRefused(room.sendMessage(session, { id, typed, type }, now()))
})

/** Refuses another member's username, and a name that looks like a performer's. */
const foreignNameRefusal = Effect.fnUntraced(function* (name: string, { memberId }: ChatSession) {
  const database = yield* SqlDatabase
  const owner = yield* memberByUsername(database, name)
  if (Option.isSome(owner) && owner.value.id !== memberId) return roomRefused("nicknameTaken")
  return (yield* isLikePerformer(database, name)) ? nicknameRefused("lookalike") : null
})

const changeNickname = Effect.fnUntraced(function* (
  { now }: RoomServiceDeps,
  { room, session }: SessionInRoom,
  typed: string,
) {
  if (session.call !== null) return yield* roomRefused("membersOnly")
  const name = room.checkedNickname(session, typed, now())
  if (name instanceof Refused) return yield* name
  yield* failIfRefused(yield* foreignNameRefusal(name, session))
  yield* failIfRefused(room.changeNickname(session, name))
})

const requestVip = Effect.fnUntraced(function* (
  { chat, now }: RoomServiceDeps,
  { room, session }: SessionInRoom,
) {
  const database = yield* SqlDatabase
  const { memberId } = session
  if (memberId !== null) {
    // Source: CHAT-42. A viewer who may not join VIP would end what others pay for.
    yield* failIfRefused(yield* paidRoomRefusal(database, memberId))
    yield* failIfRefused(yield* vipRequestRefusal(database, memberId))
    const balance = yield* balanceOf(database, memberId)
    if (balance < chat.creditsPerMinute.vip) return yield* tooFewCredits()
  }
  yield* failIfRefused(room.requestVip(session, now()))
})

const tip = Effect.fnUntraced(function* (
  { now }: RoomServiceDeps,
  { room, session }: SessionInRoom,
  { id, amount, tipType, message: typed, isPublic, vibrate }: ActionData<"tip">,
) {
  if (session.memberId === null) return yield* roomRefused("membersOnly")
  const kind = tipKindOf(amount, tipType, vibrate)
  if (kind === null) return yield* badRequest("amount")
  yield* failIfRefused(invisibleTextRefusal(typed))
  yield* failIfRefused(room.tipRefusal(session, kind, now()))
  const paid = yield* payTip(session.memberId, { id, amount, kind, performerId: room.host.id })
  // A repeated tip moves neither credits nor the toy.
  if (!paid.now) return
  const { nickname, memberId, lang } = session
  room.tellTip({ session, nickname, memberId, lang }, { id, amount, kind, typed, isPublic })
})

export const act = Effect.fn("chat.act")(function* (deps: RoomServiceDeps, request: ActionRequest) {
  const here = yield* deps.running(request.auth)
  switch (request.action) {
    case "message":
      yield* sendMessage(deps, here, request.data)
      break
    case "changeNickname":
      yield* changeNickname(deps, here, request.data.newNickname)
      break
    case "requestVip":
      yield* requestVip(deps, here)
      break
    case "stopVip":
      yield* failIfRefused(here.room.stopVip(here.session, deps.now()))
      break
    case "tip":
      yield* tip(deps, here, request.data)
  }
  deps.runEffects(here.room)
})
