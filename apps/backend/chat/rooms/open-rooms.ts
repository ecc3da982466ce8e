/**
 * The rooms that are open, and who has which session in them.
 *
 * Invariants: a performer has one room; it lives while somebody is in it or waits at its door, or its performer's
 * side is held; a session's word opens it until it is gone.
 */
import { Clock, Effect, Option, Semaphore } from "effect"
import { monotonicMillisOf } from "@foldcast/clock/monotonic-time"
import { Database } from "../../db/database.ts"
import { notFound } from "../../http/refused.ts"
import { profileById } from "../../performers/performer-store.ts"
import { ChatSockets } from "../../sockets/chat-sockets.ts"
import { Broadcasts } from "../broadcasts.ts"
import { chatNotStarted } from "../room/refusals.ts"
import type { RoomRules } from "../room/room-state.ts"
import { Room } from "../room.ts"
import type { NewSession, Session } from "../session.ts"
import { modeOf } from "./mode-bits.ts"

/** A session, and the room that it is in. */
export interface Held {
  readonly room: Room
  readonly session: Session
}

export const makeOpenRooms = Effect.fnUntraced(function* (rules: RoomRules) {
  const database = yield* Database
  const sockets = yield* ChatSockets
  const broadcasts = yield* Broadcasts
  const clock = yield* Clock.Clock
  const rooms = new Map<string, Room>()
  const byAuth = new Map<string, Held>()
  /** Performers whose side is held. */
  const held = new Set<string>()
  const opening = Semaphore.makeUnsafe(1)

  const now = () => monotonicMillisOf(clock)

  return {
    /** Monotonic milliseconds: the time of every room. */
    now,
    of: (performerId: string) => rooms.get(performerId),
    all: (): ReadonlyArray<Room> => [...rooms.values()],

    /** A room exists from the first who asks for it; what it is then lies in the list. */
    open: (performerId: string) =>
      opening.withPermits(1)(
        Effect.gen(function* () {
          const there = rooms.get(performerId)
          if (there !== undefined) return there
          const found = yield* profileById(database, performerId)
          if (Option.isNone(found)) return yield* notFound()
          const { username: name, online_status: status, cybertoy } = found.value
          const host = { id: performerId, name, hasToy: cybertoy !== 0 }
          const hasVideo = broadcasts.hasVideo(performerId)
          const room = new Room(host, modeOf(status), rules, now(), hasVideo)
          room.setSilent(broadcasts.isSilent(performerId))
          rooms.set(performerId, room)
          return room
        }),
      ),

    /** Forgets a room that nobody needs any more. */
    forgetEmpty: (room: Room): void => {
      if (
        room.size === 0 &&
        room.hold === null &&
        !held.has(room.host.id) &&
        rooms.get(room.host.id) === room &&
        !sockets.isWatched(room.host.id)
      ) {
        rooms.delete(room.host.id)
      }
    },

    enter: (room: Room, given: NewSession): Session => {
      const session = room.enter(given)
      byAuth.set(session.auth, { room, session })
      return session
    },
    gone: ({ auth }: Session): void => {
      byAuth.delete(auth)
    },

    sessions: (): ReadonlyArray<Held> => [...byAuth.values()],
    /** All that this member has in any room. */
    sessionsOf: (memberId: string): ReadonlyArray<Held> =>
      [...byAuth.values()].filter(({ session }) => session.memberId === memberId),
    /** The session of this word, ending or not. */
    byAuth: (auth: string) => byAuth.get(auth),
    /** The same while it runs; refused otherwise. */
    running: (auth: string) => {
      const found = byAuth.get(auth)
      return found === undefined || found.session.ending !== null
        ? Effect.fail(chatNotStarted())
        : Effect.succeed(found)
    },

    hold: (performerId: string): void => {
      held.add(performerId)
    },
    /** False where she was not held. */
    letGo: (performerId: string): boolean => held.delete(performerId),
    isHeld: (performerId: string): boolean => held.has(performerId),
  }
})

export type OpenRooms = Effect.Success<ReturnType<typeof makeOpenRooms>>
