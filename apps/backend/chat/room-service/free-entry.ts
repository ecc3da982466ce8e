/**
 * Entering a room as a free viewer, over a lobby connection of its performer.
 *
 * Invariants: a guest without free time left does not enter, nor does a member whom a block keeps away; an older free session of the same person in that room
 * ends.
 */
import { Effect } from "effect"
import type { SetLobbyAnswer } from "@foldcast/contracts/upstream/chat-service"
import { blockRefusal } from "../../blocks/block-refusal.ts"
import { SqlDatabase } from "../../db/database.ts"
import { badRequest, failIfRefused, Refused } from "../../http/refused.ts"
import { BackendIds } from "../../ids.ts"
import type { StoredMember } from "../../members/member.ts"
import type { ChatRoom } from "../room-model/chat-room.ts"
import type { ChatSession, ChatViewer } from "../room-model/chat-session.ts"
import { entryName } from "./entry-name.ts"
import type { RoomServiceDeps } from "./room-service-deps.ts"

export interface FreeEntryRequest {
  readonly performerId: string
  /** Of the lobby. */
  readonly connection: string
  /** Null: none was chosen. */
  readonly nickname: string | null
}

/** The guest's free milliseconds, after all that was used in any room is written down. */
const freeMsOf = Effect.fnUntraced(function* (
  { registry, runEffects, guestTime }: RoomServiceDeps,
  viewer: ChatViewer,
) {
  for (const room of registry.all()) {
    room.flushFreeTimeOf(viewer)
    runEffects(room)
  }
  // Lets the effects of just now queue before the question.
  yield* Effect.yieldNow
  return yield* guestTime.left(viewer)
})

const answerOf = (
  { chat }: RoomServiceDeps,
  room: ChatRoom,
  session: ChatSession,
  nicknameRefused: string | null,
): SetLobbyAnswer => ({
  auth: session.auth,
  session: session.id,
  nickname: session.nickname,
  ...(nicknameRefused !== null && { nicknameRefused: `badRequest.${nicknameRefused}` }),
  ...(session.freeMs !== null && { freeSecondsLeft: Math.floor(session.freeMs / 1_000) }),
  room: {
    mode: room.mode,
    ...room.members(),
    messagePrice: chat.messagePrice,
    toySecondsPerLevel: chat.toySecondsPerLevel,
    ...(room.hasVideo !== null && {
      hasVideo: session.toldMayWatch,
      hasSound: session.toldMayWatch && !room.isSilent,
    }),
  },
})

export const enterAsFreeViewer = Effect.fn("chat.setLobby")(function* (
  deps: RoomServiceDeps,
  viewer: ChatViewer,
  member: StoredMember | null,
  { performerId, connection, nickname: chosen }: FreeEntryRequest,
) {
  const { now, open, registry, runEffects, sockets } = deps
  if (!sockets.isLobby(connection, performerId)) return yield* badRequest("connection")
  const person = deps.limits.person(viewer, now())
  yield* failIfRefused((yield* open(performerId)).entryRefusal(person, now()))
  if (member !== null) {
    const pair = { memberId: member.id, performerId }
    yield* failIfRefused(yield* blockRefusal(yield* SqlDatabase, pair))
  }
  const freeMs = member === null ? yield* freeMsOf(deps, viewer) : null
  if (freeMs !== null && freeMs < 1_000) {
    return yield* new Refused({ status: 400, label: "guestExpired" })
  }
  const { host } = yield* open(performerId)
  const { nickname, refused } = yield* entryName(host, member, [chosen, person.limits.chosenName])
  // Meanwhile her room may have been opened anew, and the connection may have closed.
  const room = yield* open(performerId)
  if (!sockets.isLobby(connection, performerId)) return yield* badRequest("connection")
  // A block, too, may have come meanwhile.
  yield* failIfRefused(room.entryRefusal(person, now()))
  const older = room.olderOf(viewer)
  if (older !== undefined) room.kick(older, "duplicate_session", now())
  runEffects(room)
  const ids = yield* BackendIds
  const session = registry.enter(room, {
    ...viewer,
    ...person,
    id: ids.next("cs"),
    auth: ids.next("auth"),
    mode: "free",
    nickname,
    connection,
    call: null,
    connectBy: 0,
    freeMs,
  })
  runEffects(room)
  return answerOf(deps, room, session, refused)
})
