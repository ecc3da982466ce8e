/**
 * Entering a room as a paying viewer: a session that starts with its own connection. Asked for again while it runs, it
 * is answered again.
 *
 * Invariants: a member has one paid session at a time; one entry of a member runs at a time, so that each finds the
 * session before it; a refused entry leaves nothing open on the ledger.
 */
import { Effect, Exit } from "effect"
import type { JoinAnswer } from "@foldcast/contracts/upstream/chat-service"
import { blockRefusal } from "../../blocks/block-refusal.ts"
import { SqlDatabase } from "../../db/database.ts"
import { failIfRefused } from "../../http/refused.ts"
import { BackendIds } from "../../ids.ts"
import type { makeKeyedMutex } from "../../keyed-mutex.ts"
import type { StoredMember } from "../../members/member.ts"
import { paidRoomRefusal } from "../billing/paid-pauses.ts"
import { openPaidTime } from "../billing/paid-sessions.ts"
import { useVipHold } from "../billing/vip-holds.ts"
import type { ChatRoom } from "../room-model/chat-room.ts"
import type { ChatSession, ChatViewer } from "../room-model/chat-session.ts"
import { chatNotStarted, roomRefused, tooManyAttempts } from "../room-model/refusals.ts"
import { VIP_CONNECTS_WITHIN_MS } from "../room-model/vip-acceptance.ts"
import type { VipHold } from "../room-model/vip-hold.ts"
import { type EntryName, entryName } from "./entry-name.ts"
import { settleNotEntered } from "./room-ledger.ts"
import type { RoomServiceDeps } from "./room-service-deps.ts"

export interface PaidEntryRequest {
  readonly performerId: string
  readonly mode: "chat" | "vip"
  /** The running session whose answer is asked for again; null: a new one. */
  readonly session: string | null
}

export interface PaidEntryDeps extends RoomServiceDeps {
  /** By member: one entry at a time. */
  readonly oneAtATime: Effect.Success<typeof makeKeyedMutex>
}

/** Milliseconds in which a paid session has to connect. */
const CONNECT_WITHIN_MS = 60_000

interface EnteredSession {
  readonly session: ChatSession
  /** Why a wanted nickname was not given; null where it was. */
  readonly refused: EntryName["refused"]
}

/** Ends the member's paid session and waits for what is being written down of it. */
const endOlderSession = Effect.fnUntraced(function* (
  { registry, now, runEffects, ledger }: PaidEntryDeps,
  memberId: string,
  entering: ChatRoom,
) {
  for (const { room, session } of registry.sessionsOf(memberId)) {
    if (session.mode === "free" || session.ending !== null) continue
    // From chat to VIP in one room is no second session.
    if (room === entering && room.isAccepted(session)) room.leave(session, now())
    else room.kick(session, "duplicate_session", now())
    runEffects(room)
  }
  for (const { session } of registry.sessionsOf(memberId)) {
    if (session.mode !== "free") yield* ledger.idle(session)
  }
})

/** A VIP hold has been on the ledger since its acceptance: joining uses it. */
const openOnLedger = Effect.fnUntraced(function* (
  session: Parameters<typeof openPaidTime>[0],
  hold: VipHold | null,
) {
  if (hold === null) yield* openPaidTime(session)
  else if (!(yield* useVipHold(hold))) yield* roomRefused("vipNotAccepted")
})

const enterNew = Effect.fnUntraced(function* (
  deps: PaidEntryDeps,
  member: StoredMember,
  viewer: ChatViewer,
  { performerId, mode }: Pick<PaidEntryRequest, "performerId" | "mode">,
  hold: VipHold | null,
) {
  const { now, open, registry, runEffects } = deps
  const ids = yield* BackendIds
  const person = deps.limits.person(viewer, now())
  const { limits } = person
  const before = yield* open(performerId)
  const refusalIn = (room: ChatRoom) =>
    room.entryRefusal(person, now()) ?? room.paidEntryRefusal(mode, member.id, now())
  yield* failIfRefused(refusalIn(before))
  const wait = limits.unpaid.waitFor(now())
  if (wait > 0) return yield* tooManyAttempts(wait)
  // Before an older session is ended. A pause that begins from here on is met on the ledger, under the member's lock.
  const database = yield* SqlDatabase
  yield* failIfRefused(yield* blockRefusal(database, { memberId: member.id, performerId }))
  yield* failIfRefused(yield* paidRoomRefusal(database, member.id))
  // VIP ends the private chat before it, and with it the nickname there.
  const nicknameBefore = before.olderOf(viewer)?.nickname
  yield* endOlderSession(deps, member.id, before)
  const id = hold?.session ?? ids.next("cs")
  const creditsPerMinute = deps.chat.creditsPerMinute[mode]
  const entered = Effect.gen(function* () {
    yield* openOnLedger(
      { session: id, memberId: member.id, performerId, mode, creditsPerMinute },
      hold,
    )
    const wanted = yield* entryName(before.host, member, [limits.chosenName])
    // Meanwhile her mode may have changed, or her room may have been opened anew.
    const room = yield* open(performerId)
    yield* failIfRefused(refusalIn(room))
    // Who has a nickname there already keeps it.
    const kept = room.olderOf(viewer)?.nickname ?? nicknameBefore
    const session = registry.enter(room, {
      ...viewer,
      ...person,
      id,
      auth: ids.next("auth"),
      mode,
      nickname: kept ?? wanted.nickname,
      connection: null,
      call: null,
      connectBy: now() + (hold === null ? CONNECT_WITHIN_MS : VIP_CONNECTS_WITHIN_MS),
      freeMs: null,
    })
    runEffects(room)
    return { session, refused: kept === undefined ? wanted.refused : null }
  })
  return yield* entered.pipe(
    Effect.onExit((exit) => (Exit.isSuccess(exit) ? Effect.void : settleNotEntered(id))),
  )
})

/** VIP uses what is held for it. A viewer who is refused after all keeps the hold. */
const enterVip = Effect.fnUntraced(function* (
  deps: PaidEntryDeps,
  member: StoredMember,
  viewer: ChatViewer,
  performerId: string,
): Effect.fn.Return<
  EnteredSession,
  Effect.Error<ReturnType<typeof enterNew>>,
  Effect.Services<ReturnType<typeof enterNew>>
> {
  const { now, open, runEffects } = deps
  const room = yield* open(performerId)
  // A restarted gateway asks again: the session still waits for its connection.
  const waiting = room.joiningSession(member.id)
  if (waiting !== null) return { session: waiting, refused: null }
  yield* failIfRefused(room.paidEntryRefusal("vip", member.id, now()))
  const hold = room.joinVip(member.id, now())
  if (hold === null) return yield* roomRefused("vipNotAccepted")
  return yield* enterNew(deps, member, viewer, { performerId, mode: "vip" }, hold).pipe(
    Effect.onExit((exit) =>
      Effect.sync(() => {
        if (Exit.isSuccess(exit)) return
        room.joiningRefused(hold, "default")
        runEffects(room)
      }),
    ),
  )
})

const runningAgain = ({ registry }: PaidEntryDeps, memberId: string, id: string) => {
  const found = registry.sessionsOf(memberId).find(({ session }) => session.id === id)
  return found === undefined || found.session.ending !== null
    ? Effect.fail(chatNotStarted())
    : Effect.succeed<EnteredSession>({ session: found.session, refused: null })
}

export const enterAsPayingViewer = Effect.fn("chat.join")(function* (
  deps: PaidEntryDeps,
  member: StoredMember,
  viewer: ChatViewer,
  request: PaidEntryRequest,
) {
  const { session, refused } =
    request.session === null
      ? yield* deps.oneAtATime(
          member.id,
          request.mode === "vip"
            ? enterVip(deps, member, viewer, request.performerId)
            : enterNew(deps, member, viewer, request, null),
        )
      : yield* runningAgain(deps, member.id, request.session)
  const { auth: token, id, nickname } = session
  return {
    token,
    session: id,
    nickname,
    ...(refused !== null && { nicknameRefused: `badRequest.${refused}` }),
    creditsPerMinute: deps.chat.creditsPerMinute[request.mode],
  } satisfies JoinAnswer
})
