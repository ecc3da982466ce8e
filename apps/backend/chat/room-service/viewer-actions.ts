/**
 * What viewers do in a room: what it costs and whose a name is are looked up here, whether it may be is the room's
 * to say.
 *
 * Invariant: a tip is told once it has moved, and once.
 */
import { Effect, Option } from "effect"
import type { ActionRequest } from "@foldcast/contracts/upstream/chat-service"
import { BackendConfig } from "../../config.ts"
import { SqlDatabase } from "../../db/database.ts"
import { badRequest, Refused, failIfRefused } from "../../http/refused.ts"
import type { BackendIds } from "../../ids.ts"
import { balanceOf } from "../../ledger/ledger.ts"
import { memberByUsername } from "../../members/member-store.ts"
import type { OutboxRelay } from "../../outbox/relay.ts"
import { isLikePerformer } from "../../performers/performer-looks.ts"
import { paidRoomRefusal, vipRequestRefusal } from "../billing/paid-pauses.ts"
import { tooFewCredits } from "../billing/paid-sessions.ts"
import { invisibleTextRefusal, roomRefused } from "../room-model/refusals.ts"
import { nicknameRefused } from "../room-model/room-nicknames.ts"
import type { ChatSession } from "../room-model/chat-session.ts"
import { payTip } from "../billing/tips.ts"
import { tipKindOf } from "../room-model/tip-kind.ts"
import type { RunRoomEffects } from "./room-effects.ts"
import type { SessionInRoom, RoomRegistry } from "./room-registry.ts"

type Action<Name extends ActionRequest["action"]> = Extract<
  ActionRequest,
  { readonly action: Name }
>["data"]

export const makeViewerActions = Effect.fnUntraced(function* (
  open: RoomRegistry,
  carryOut: RunRoomEffects,
) {
  const { chat } = yield* BackendConfig
  const database = yield* SqlDatabase
  const context = yield* Effect.context<SqlDatabase | OutboxRelay | BackendIds>()

  const say = Effect.fnUntraced(function* (
    { room, session }: SessionInRoom,
    { id, message: typed, messageType: type }: Action<"message">,
    at: number,
  ) {
    if (session.memberId === null) return yield* roomRefused("membersOnly")
    const balance = yield* balanceOf(database, session.memberId)
    if (balance < chat.messagePrice) return yield* tooFewCredits()
    yield* failIfRefused(room.sendMessage(session, { id, typed, type }, at))
  })

  /** Nobody is called as another member, or like a performer. */
  const foreignNameRefusal = Effect.fnUntraced(function* (name: string, { memberId }: ChatSession) {
    const owner = yield* memberByUsername(database, name)
    if (Option.isSome(owner) && owner.value.id !== memberId) return roomRefused("nicknameTaken")
    return (yield* isLikePerformer(database, name)) ? nicknameRefused("lookalike") : null
  })

  const rename = Effect.fnUntraced(function* (
    { room, session }: SessionInRoom,
    typed: string,
    at: number,
  ) {
    const name = room.checkedNickname(session, typed, at)
    if (name instanceof Refused) return yield* name
    yield* failIfRefused(yield* foreignNameRefusal(name, session))
    yield* failIfRefused(room.changeNickname(session, name))
  })

  const requestVip = Effect.fnUntraced(function* ({ room, session }: SessionInRoom, at: number) {
    // Source: CHAT-42. Whoever could not join it would end what others pay for.
    const { memberId } = session
    if (memberId !== null) {
      // Nothing is held for VIP that could not be joined.
      yield* failIfRefused(yield* paidRoomRefusal(database, memberId))
      yield* failIfRefused(yield* vipRequestRefusal(database, memberId))
    }
    const balance = memberId === null ? null : yield* balanceOf(database, memberId)
    if (balance !== null && balance < chat.creditsPerMinute.vip) return yield* tooFewCredits()
    yield* failIfRefused(room.requestVip(session, at))
  })

  const tip = Effect.fnUntraced(function* (
    { room, session }: SessionInRoom,
    { id, amount, tipType, message: typed, isPublic, vibrate }: Action<"tip">,
    at: number,
  ) {
    if (session.memberId === null) return yield* roomRefused("membersOnly")
    const kind = tipKindOf(amount, tipType, vibrate)
    if (kind === null) return yield* badRequest("amount")
    yield* failIfRefused(invisibleTextRefusal(typed))
    yield* failIfRefused(room.roomTipRefusal(session, kind, at))
    const paid = yield* Effect.provide(
      payTip(session.memberId, { id, amount, kind, performerId: room.host.id }),
      context,
    )
    const { nickname, memberId, lang } = session
    // Said again it moves nothing, neither credits nor the toy.
    if (!paid.now) return
    room.tellTip({ session, nickname, memberId, lang }, { id, amount, kind, typed, isPublic })
  })

  return Effect.fn("chat.act")(function* (request: ActionRequest) {
    const here = yield* open.running(request.auth)
    const at = open.now()
    switch (request.action) {
      case "message":
        yield* say(here, request.data, at)
        break
      case "changeNickname":
        yield* rename(here, request.data.newNickname, at)
        break
      case "requestVip":
        yield* requestVip(here, at)
        break
      case "stopVip":
        yield* failIfRefused(here.room.stopVip(here.session, at))
        break
      case "tip":
        yield* tip(here, request.data, at)
    }
    carryOut(here.room)
  })
})
