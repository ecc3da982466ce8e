/** Finds rooms and sessions for a call; opens a performer's room from the database when it is asked for first. */
import { Clock, Effect, Option, Semaphore } from "effect"
import { monotonicMillisOf } from "@foldcast/clock/monotonic-time"
import { SqlDatabase } from "../../db/database.ts"
import { notFound } from "../../http/refused.ts"
import { profileById } from "../../performers/performer-store.ts"
import { Broadcasts } from "../engine/broadcasts.ts"
import { ChatRoom } from "../room-model/chat-room.ts"
import type { RoomRules } from "../room-model/chat-room-state.ts"
import { modeOfStatus } from "../room-model/mode-bits.ts"
import { chatNotStarted } from "../room-model/refusals.ts"
import { RoomRegistry } from "./room-registry.ts"

export const makeRoomAccess = Effect.fnUntraced(function* (rules: RoomRules) {
  const database = yield* SqlDatabase
  const broadcasts = yield* Broadcasts
  const clock = yield* Clock.Clock
  const registry = new RoomRegistry()
  const opening = Semaphore.makeUnsafe(1)
  const now = () => monotonicMillisOf(clock)

  const opened = Effect.fnUntraced(function* (performerId: string) {
    const known = registry.of(performerId)
    if (known !== undefined) return known
    const found = yield* profileById(database, performerId)
    if (Option.isNone(found)) return yield* notFound()
    const { username: name, online_status: status, cybertoy } = found.value
    const host = { id: performerId, name, hasToy: cybertoy !== 0 }
    const hasVideo = broadcasts.hasVideo(performerId)
    const room = new ChatRoom(host, modeOfStatus(status), rules, now(), hasVideo)
    room.setSilent(broadcasts.isSilent(performerId))
    registry.add(room)
    return room
  })

  return {
    registry,
    /** Monotonic milliseconds: the time of every room. */
    now,
    /** The performer's room, in the mode that the list of performers shows. */
    open: (performerId: string) => opening.withPermits(1)(opened(performerId)),
    /** The running session of this `auth`; refused where there is none or it is ending. */
    running: (auth: string) => {
      const found = registry.byAuth(auth)
      return found === undefined || found.session.ending !== null
        ? Effect.fail(chatNotStarted())
        : Effect.succeed(found)
    },
  }
})

export type RoomAccess = Effect.Success<ReturnType<typeof makeRoomAccess>>
