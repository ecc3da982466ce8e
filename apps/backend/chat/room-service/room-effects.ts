/**
 * Runs the effects that come out of a room, in their order: on the sockets, the ledger, the list of performers, the
 * media engine and the performer's side.
 *
 * Invariant: nobody waits for an effect; its result is told to the room, and the effects of that run in turn.
 */
import { Clock, Effect, Schedule } from "effect"
import type { UpstreamRoomMode } from "@foldcast/contracts/upstream/chat-service"
import { SqlDatabase } from "../../db/database.ts"
import { setOnlineStatus } from "../../performers/performer-store.ts"
import { ChatSocketServer } from "../../sockets/chat-sockets.ts"
import { Broadcasts } from "../engine/broadcasts.ts"
import type { ChatRoom } from "../room-model/chat-room.ts"
import { MODE_BITS } from "../room-model/mode-bits.ts"
import type { HostEvent, RoomEvent } from "../room-model/room-event.ts"
import type { RecentLines } from "./recent-lines.ts"
import type { GuestTime } from "./guest-time.ts"
import type { RoomAccess } from "./room-access.ts"
import { RoomLedger } from "./room-ledger.ts"
import type { RoomServices } from "./room-service-deps.ts"

/** Runs everything that has come out of this room until now. */
export type RunRoomEffects = (room: ChatRoom) => void

const recordMode = Effect.fnUntraced(
  function* (performerId: string, mode: UpstreamRoomMode) {
    const at = new Date(yield* Clock.currentTimeMillis)
    yield* setOnlineStatus(yield* SqlDatabase, performerId, MODE_BITS[mode], at)
  },
  Effect.retry({ schedule: Schedule.spaced("1 second"), times: 10 }),
  Effect.catch((error) => Effect.logWarning("a status waits", { reason: error.message })),
)

type Told = Extract<RoomEvent, { readonly _tag: "Tell" }>

const makeTell = Effect.map(
  ChatSocketServer,
  (sockets) =>
    (performerId: string, { to, name, payload }: Told): void => {
      if (to === "all") sockets.toRoom(performerId, name, payload)
      else if (to === "lobby") sockets.toLobby(performerId, name, payload)
      else if (to.connection !== null) sockets.to(to.connection, name, payload)
    },
)

export const makeRoomEffects = Effect.fnUntraced(function* (
  { registry, now }: RoomAccess,
  { guestTime, recentLines }: { readonly guestTime: GuestTime; readonly recentLines: RecentLines },
  tellHost: (performerId: string, event: HostEvent) => void,
) {
  const sockets = yield* ChatSocketServer
  const broadcasts = yield* Broadcasts
  const tell = yield* makeTell
  const fork = Effect.runForkWith(yield* Effect.context<RoomServices>())
  /** Nobody waits for the work, so nobody else would log its defect. */
  const run = (work: Effect.Effect<unknown, unknown, RoomServices>) =>
    fork(Effect.tapDefect(work, (defect) => Effect.logError("an effect of a room broke", defect)))
  const ledger = new RoomLedger(now, (room) => runEffects(room))

  const runEffect = (room: ChatRoom, event: RoomEvent): unknown => {
    switch (event._tag) {
      case "Tell":
        recentLines.note(room.host, event, now())
        return tell(room.host.id, event)
      case "Host":
        return tellHost(room.host.id, event.event)
      case "Hold":
        return run(ledger.hold(room, event.hold))
      case "EndHold":
        return run(ledger.endHold(room, event.hold, event.end))
      case "Pay":
        return run(ledger.pay(room, event.session))
      case "Settle":
        if (event.session.call === null) return run(ledger.settle(room, event.session))
        // Nothing of it is on the ledger.
        room.settled(event.session, null, now())
        return undefined
      case "Gone":
        return registry.gone(event.session)
      case "HangUp":
        return event.session.connection === null
          ? undefined
          : sockets.hangUp(event.session.connection)
      case "Cut":
        return run(broadcasts.cut({ _tag: "Session", session: event.session.id }))
      case "CutCamBack":
        return run(broadcasts.cut({ _tag: "CamBack", session: event.session.id }))
      case "FreeTimeUsed":
        return run(guestTime.note(event.session, event.ms))
      case "Mode":
        return run(recordMode(room.host.id, event.mode))
    }
  }

  const runEffects: RunRoomEffects = (room) => {
    for (let events = room.take(); events.length > 0; events = room.take()) {
      for (const event of events) {
        try {
          runEffect(room, event)
        } catch (defect) {
          // The effects behind it run all the same.
          run(Effect.logError("an effect of a room was not run", event._tag, defect))
        }
      }
    }
    registry.forgetIfEmpty(room, sockets.isWatched(room.host.id))
  }

  return { runEffects, ledger }
})
