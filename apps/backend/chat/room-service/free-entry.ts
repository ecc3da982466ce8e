/**
 * Entering a room to watch free, over a lobby connection of its performer.
 *
 * Invariants: a guest who has no free time left does not enter; the same person's session that watched there before
 * ends.
 */
import { Effect } from "effect"
import type { SetLobbyAnswer } from "@foldcast/contracts/upstream/chat-service"
import { BackendConfig } from "../../config.ts"
import type { SqlDatabase } from "../../db/database.ts"
import { badRequest, Refused, failIfRefused } from "../../http/refused.ts"
import { BackendIds } from "../../ids.ts"
import type { StoredMember } from "../../members/member.ts"
import { ChatSocketServer } from "../../sockets/chat-sockets.ts"
import type { ChatViewer } from "../room-model/chat-session.ts"
import type { ViewerLimitsRegistry } from "../room-model/viewer-limits.ts"
import type { RunRoomEffects } from "./room-effects.ts"
import { entryName } from "./entry-name.ts"
import type { GuestTime } from "./guest-time.ts"
import type { RoomRegistry } from "./room-registry.ts"

/** What is given to enter: `nickname` is null where none was chosen. */
export interface FreeEntryRequest {
  readonly performerId: string
  readonly connection: string
  readonly nickname: string | null
}

export const makeFreeEntry = Effect.fnUntraced(function* (
  open: RoomRegistry,
  carryOut: RunRoomEffects,
  limitsOf: ViewerLimitsRegistry,
  guestTime: GuestTime,
) {
  const { chat } = yield* BackendConfig
  const sockets = yield* ChatSocketServer
  const ids = yield* BackendIds
  const context = yield* Effect.context<SqlDatabase>()
  const { now } = open

  const freeMsOf = Effect.fnUntraced(function* (viewer: ChatViewer) {
    for (const other of open.all()) {
      other.flushFreeTimeOf(viewer)
      carryOut(other)
    }
    // So that what has just come out stands before this in the line.
    yield* Effect.yieldNow
    return yield* guestTime.left(viewer)
  })

  return Effect.fn("chat.setLobby")(function* (
    viewer: ChatViewer,
    member: StoredMember | null,
    given: FreeEntryRequest,
  ) {
    if (!sockets.isLobby(given.connection, given.performerId)) {
      return yield* badRequest("connection")
    }
    const person = limitsOf.person(viewer, now())
    yield* failIfRefused((yield* open.open(given.performerId)).entryRefusal(person, now()))
    const freeMs = member === null ? yield* freeMsOf(viewer) : null
    if (freeMs !== null && freeMs < 1_000) {
      return yield* new Refused({ status: 400, label: "guestExpired" })
    }
    const { host } = yield* open.open(given.performerId)
    const wished = [given.nickname, person.limits.chosenName]
    const { nickname, refused } = yield* Effect.provide(entryName(host, member, wished), context)
    // Meanwhile her room may have been opened anew, and the connection may be gone.
    const room = yield* open.open(given.performerId)
    if (!sockets.isLobby(given.connection, given.performerId)) {
      return yield* badRequest("connection")
    }
    const older = room.olderOf(viewer)
    if (older !== undefined) room.kick(older, "duplicate_session", now())
    carryOut(room)
    const session = open.enter(room, {
      ...viewer,
      ...person,
      id: ids.next("cs"),
      auth: ids.next("auth"),
      mode: "free",
      nickname,
      connection: given.connection,
      connectBy: 0,
      freeMs,
    })
    carryOut(room)
    return {
      auth: session.auth,
      session: session.id,
      nickname: session.nickname,
      ...(refused !== null && { nicknameRefused: `badRequest.${refused}` }),
      ...(freeMs !== null && { freeSecondsLeft: Math.floor(freeMs / 1_000) }),
      room: {
        mode: room.mode,
        ...room.members(),
        messagePrice: chat.messagePrice,
        toySecondsPerLevel: chat.toySecondsPerLevel,
        ...(room.hasVideo !== null && {
          hasVideo: session.sees,
          hasSound: session.sees && !room.isSilent,
        }),
      },
    } satisfies SetLobbyAnswer
  })
})
