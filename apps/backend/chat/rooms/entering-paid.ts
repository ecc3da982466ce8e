/**
 * Entering a room to pay for it: a session that its own connection begins, and the same answer again while it runs.
 *
 * Caller: ../rooms.ts. Invariants: a member has one paid session at a time; one begins at a time, so that each finds
 * the one before; whoever is refused has nothing open on the ledger.
 */
import { Effect, RcMap, Semaphore } from "effect"
import type { JoinAnswer } from "@foldcast/contracts/upstream/chat-service"
import { BackendConfig } from "../../config.ts"
import type { Database } from "../../db/database.ts"
import { refusing } from "../../http/refused.ts"
import { Ids } from "../../ids.ts"
import type { Member } from "../../members/member.ts"
import type { OutboxRelay } from "../../outbox/relay.ts"
import { openPaidTime, settlePaidTime } from "../paid-sessions.ts"
import { chatNotStarted, tooOften } from "../room/refusals.ts"
import type { Room } from "../room.ts"
import type { Viewer } from "../session.ts"
import type { LimitsOfViewers } from "../viewer-limits.ts"
import type { CarryOut } from "./carry-out.ts"
import { enteringName } from "./entering-name.ts"
import type { OpenRooms } from "./open-rooms.ts"
import type { RoomLedger } from "./room-ledger.ts"

/** `session`: of one that runs, whose answer is asked for again. */
export interface GivenPaid {
  readonly performerId: string
  readonly mode: "chat" | "vip"
  readonly session: string | null
}

/** Milliseconds in which a paid session's connection is to be there. */
const CONNECT_WITHIN_MS = 60_000

export const makeEnteringPaid = Effect.fnUntraced(function* (
  open: OpenRooms,
  carryOut: CarryOut,
  limitsOf: LimitsOfViewers,
  ledger: RoomLedger,
) {
  const { chat } = yield* BackendConfig
  const ids = yield* Ids
  const context = yield* Effect.context<Database | OutboxRelay | Ids>()
  const beginning = yield* RcMap.make({ lookup: (_memberId: string) => Semaphore.make(1) })
  const { now } = open

  const alone = <A, E, R>(memberId: string, work: Effect.Effect<A, E, R>) =>
    Effect.scoped(
      Effect.flatMap(RcMap.get(beginning, memberId), (lock) => lock.withPermits(1)(work)),
    )

  /** The one paid session of a member ends before the next begins. */
  const endOlder = Effect.fnUntraced(function* (memberId: string, goingTo: Room) {
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

  const begin = Effect.fnUntraced(function* (
    member: Member,
    viewer: Viewer,
    { performerId, mode }: GivenPaid,
  ) {
    const person = limitsOf.person(viewer, now())
    const { limits } = person
    const before = yield* open.open(performerId)
    const whyNot = (room: Room) =>
      room.whyNotIn(person, now()) ?? room.whyNotPaid(mode, member.id, now())
    yield* refusing(whyNot(before))
    const wait = limits.unpaid.waitFor(now())
    if (wait > 0) return yield* tooOften(wait)
    // VIP ends the private chat before it, and its name with it.
    const nicknameBefore = before.olderOf(viewer)?.nickname
    yield* endOlder(member.id, before)
    const id = ids.next("cs")
    const creditsPerMinute = chat.creditsPerMinute[mode]
    yield* Effect.provide(
      openPaidTime({ session: id, memberId: member.id, performerId, mode, creditsPerMinute }),
      context,
    )
    const drawn = yield* Effect.provide(
      enteringName(before.host, member, [limits.chosenName]),
      context,
    )
    // Meanwhile she may have gone on, or her room may have been opened anew.
    const room = yield* open.open(performerId)
    const refusal = whyNot(room)
    if (refusal !== null) {
      yield* Effect.provide(settlePaidTime(id, null, "default"), context)
      return yield* refusal
    }
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
      connectBy: now() + CONNECT_WITHIN_MS,
      freeMs: null,
    })
    carryOut(room)
    return { session, refused: called === undefined ? drawn.refused : null }
  })

  const again = (memberId: string, id: string) => {
    const found = open.sessionsOf(memberId).find(({ session }) => session.id === id)
    return found === undefined || found.session.ending !== null
      ? Effect.fail(chatNotStarted())
      : Effect.succeed({ session: found.session, refused: null })
  }

  return Effect.fn("chat.join")(function* (member: Member, viewer: Viewer, given: GivenPaid) {
    const { session, refused } =
      given.session === null
        ? yield* alone(member.id, begin(member, viewer, given))
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
