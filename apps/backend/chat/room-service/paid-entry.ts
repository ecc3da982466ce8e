/**
 * Entering a room to pay for it: a session that its own connection begins, and the same answer again while it runs.
 *
 * Invariants: a member has one paid session at a time; one begins at a time, so that each finds the one before;
 * whoever is refused has nothing open on the ledger.
 */
import { Effect, Exit } from "effect"
import type { JoinAnswer } from "@foldcast/contracts/upstream/chat-service"
import { BackendConfig } from "../../config.ts"
import { SqlDatabase } from "../../db/database.ts"
import { failIfRefused } from "../../http/refused.ts"
import { BackendIds } from "../../ids.ts"
import type { StoredMember } from "../../members/member.ts"
import { makeKeyedMutex } from "../../keyed-mutex.ts"
import type { OutboxRelay } from "../../outbox/relay.ts"
import { paidRoomRefusal } from "../billing/paid-pauses.ts"
import { openPaidTime } from "../billing/paid-sessions.ts"
import { chatNotStarted, roomRefused, tooManyAttempts } from "../room-model/refusals.ts"
import { VIP_CONNECTS_WITHIN_MS } from "../room-model/vip-acceptance.ts"
import type { ChatRoom } from "../room-model/chat-room.ts"
import type { ChatSession, ChatViewer } from "../room-model/chat-session.ts"
import { useVipHold } from "../billing/vip-holds.ts"
import type { VipHold } from "../room-model/vip-hold.ts"
import type { ViewerLimitsRegistry } from "../room-model/viewer-limits.ts"
import type { RunRoomEffects } from "./room-effects.ts"
import { type EntryName, entryName } from "./entry-name.ts"
import type { RoomRegistry } from "./room-registry.ts"
import type { RoomLedger } from "./room-ledger.ts"

/** `session`: of one that runs, whose answer is asked for again. */
export interface PaidEntryRequest {
  readonly performerId: string
  readonly mode: "chat" | "vip"
  readonly session: string | null
}

/** Milliseconds in which a paid session's connection is to be there. */
const CONNECT_WITHIN_MS = 60_000

interface Begun {
  readonly session: ChatSession
  /** Why they are not called as they were; null where they are. */
  readonly refused: EntryName["refused"]
}

export const makePaidEntry = Effect.fnUntraced(function* (
  open: RoomRegistry,
  carryOut: RunRoomEffects,
  limitsOf: ViewerLimitsRegistry,
  ledger: RoomLedger,
) {
  const { chat } = yield* BackendConfig
  const database = yield* SqlDatabase
  const ids = yield* BackendIds
  const context = yield* Effect.context<SqlDatabase | OutboxRelay | BackendIds>()
  /** A member begins one thing at a time. */
  const alone = yield* makeKeyedMutex
  const { now } = open

  /** The one paid session of a member ends before the next begins. */
  const endOlder = Effect.fnUntraced(function* (memberId: string, goingTo: ChatRoom) {
    for (const { room, session } of open.sessionsOf(memberId)) {
      if (session.mode === "free" || session.ending !== null) continue
      // From chat to VIP in one room is going on, not a second one.
      if (room === goingTo && room.isAccepted(session)) room.leave(session, now())
      else room.kick(session, "duplicate_session", now())
      carryOut(room)
    }
    // What is being written down now is waited for.
    for (const { session } of open.sessionsOf(memberId)) {
      if (session.mode !== "free") yield* ledger.idle(session)
    }
  })

  /** What is held for VIP was written down when it was accepted: joining uses it. */
  const openOnLedger = Effect.fnUntraced(function* (
    beginning: Parameters<typeof openPaidTime>[0],
    hold: VipHold | null,
  ) {
    if (hold === null) yield* openPaidTime(beginning)
    else if (!(yield* useVipHold(hold))) yield* roomRefused("vipNotAccepted")
  })

  const begin = Effect.fnUntraced(function* (
    member: StoredMember,
    viewer: ChatViewer,
    { performerId, mode }: Pick<PaidEntryRequest, "performerId" | "mode">,
    hold: VipHold | null,
  ) {
    const person = limitsOf.person(viewer, now())
    const { limits } = person
    const before = yield* open.open(performerId)
    const refusalIn = (room: ChatRoom) =>
      room.entryRefusal(person, now()) ?? room.paidEntryRefusal(mode, member.id, now())
    yield* failIfRefused(refusalIn(before))
    const wait = limits.unpaid.waitFor(now())
    if (wait > 0) return yield* tooManyAttempts(wait)
    yield* failIfRefused(yield* paidRoomRefusal(database, member.id))
    // VIP ends the private chat before it, and its name with it.
    const nicknameBefore = before.olderOf(viewer)?.nickname
    yield* endOlder(member.id, before)
    const id = hold?.session ?? ids.next("cs")
    const creditsPerMinute = chat.creditsPerMinute[mode]
    const beginning = { session: id, memberId: member.id, performerId, mode, creditsPerMinute }
    const entered = Effect.gen(function* () {
      yield* openOnLedger(beginning, hold)
      const drawn = yield* entryName(before.host, member, [limits.chosenName])
      // Meanwhile she may have gone on, or her room may have been opened anew.
      const room = yield* open.open(performerId)
      yield* failIfRefused(refusalIn(room))
      // Who is called something there already stays so.
      const called = room.olderOf(viewer)?.nickname ?? nicknameBefore
      const session = open.enter(room, {
        ...viewer,
        ...person,
        id,
        auth: ids.next("auth"),
        mode,
        nickname: called ?? drawn.nickname,
        connection: null,
        connectBy: now() + (hold === null ? CONNECT_WITHIN_MS : VIP_CONNECTS_WITHIN_MS),
        freeMs: null,
      })
      carryOut(room)
      return { session, refused: called === undefined ? drawn.refused : null }
    })
    return yield* entered.pipe(
      Effect.onExit((exit) => (Exit.isSuccess(exit) ? Effect.void : ledger.notEntered(id))),
      Effect.provide(context),
    )
  })

  /** VIP uses what is held for it. Whoever is not let in after all has not let it go. */
  const beginVip = Effect.fnUntraced(function* (
    member: StoredMember,
    viewer: ChatViewer,
    performerId: string,
  ): Effect.fn.Return<Begun, Effect.Error<ReturnType<typeof begin>>> {
    const room = yield* open.open(performerId)
    // Asked for again by a gateway that began anew: it is the one that waits for its connection.
    const waiting = room.joiningSession(member.id)
    if (waiting !== null) return { session: waiting, refused: null }
    yield* failIfRefused(room.paidEntryRefusal("vip", member.id, now()))
    const hold = room.joinVip(member.id, now())
    if (hold === null) return yield* roomRefused("vipNotAccepted")
    return yield* begin(member, viewer, { performerId, mode: "vip" }, hold).pipe(
      Effect.onExit((exit) =>
        Effect.sync(() => {
          if (Exit.isSuccess(exit)) return
          room.joiningRefused(hold, "default")
          carryOut(room)
        }),
      ),
    )
  })

  const again = (memberId: string, id: string) => {
    const found = open.sessionsOf(memberId).find(({ session }) => session.id === id)
    return found === undefined || found.session.ending !== null
      ? Effect.fail(chatNotStarted())
      : Effect.succeed({ session: found.session, refused: null })
  }

  return Effect.fn("chat.join")(function* (
    member: StoredMember,
    viewer: ChatViewer,
    given: PaidEntryRequest,
  ) {
    const { session, refused } =
      given.session === null
        ? yield* alone(
            member.id,
            given.mode === "vip"
              ? beginVip(member, viewer, given.performerId)
              : begin(member, viewer, given, null),
          )
        : yield* again(member.id, given.session)
    const { auth: token, id, nickname } = session
    return {
      token,
      session: id,
      nickname,
      ...(refused !== null && { nicknameRefused: `badRequest.${refused}` }),
      creditsPerMinute: chat.creditsPerMinute[given.mode],
    } satisfies JoinAnswer
  })
})
