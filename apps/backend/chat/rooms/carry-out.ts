/**
 * Carries out what comes out of a room, in its order: to the sockets, the ledger, the list of performers, the media
 * engine and the performer's side.
 *
 * Invariant: nobody waits for what is carried out; what comes of it is told to the room, and carried out in turn.
 */
import { Clock, Effect, Schedule } from "effect"
import type { UpstreamRoomMode } from "@foldcast/contracts/upstream/chat-service"
import { Database } from "../../db/database.ts"
import type { Ids } from "../../ids.ts"
import type { OutboxRelay } from "../../outbox/relay.ts"
import { setStatus } from "../../performers/performer-store.ts"
import { ChatSockets } from "../../sockets/chat-sockets.ts"
import { Broadcasts } from "../broadcasts.ts"
import type { HostEvent, RoomEvent } from "../room-event.ts"
import type { Room } from "../room.ts"
import type { GuestTime } from "./guest-time.ts"
import { MODE_BITS } from "./mode-bits.ts"
import type { OpenRooms } from "./open-rooms.ts"
import { makeRoomLedger } from "./room-ledger.ts"

/** Everything that has come out of this room until now. */
export type CarryOut = (room: Room) => void

export const makeCarryOut = Effect.fnUntraced(function* (
  open: OpenRooms,
  guestTime: GuestTime,
  tellHost: (performerId: string, event: HostEvent) => void,
) {
  const database = yield* Database
  const sockets = yield* ChatSockets
  const broadcasts = yield* Broadcasts
  const fork = Effect.runForkWith(yield* Effect.context<Database | OutboxRelay | Ids>())
  /** Nobody waits for it, so nobody else would tell of a defect. */
  const run = (work: Effect.Effect<unknown, unknown, Database | OutboxRelay | Ids>) =>
    fork(Effect.tapDefect(work, (defect) => Effect.logError("what came of a room broke", defect)))

  const ledger = makeRoomLedger(open.now, (room) => carryOut(room))

  const noteMode = (performerId: string, mode: UpstreamRoomMode) =>
    Effect.flatMap(Clock.currentTimeMillis, (at) =>
      setStatus(database, performerId, MODE_BITS[mode], new Date(at)),
    ).pipe(
      Effect.retry({ schedule: Schedule.spaced("1 second"), times: 10 }),
      Effect.catch((error) => Effect.logWarning("a status waits", { reason: error.message })),
    )

  const carryOutOne = (room: Room, event: RoomEvent): void => {
    switch (event._tag) {
      case "Tell": {
        const { to, name, payload } = event
        if (to === "all") sockets.toRoom(room.host.id, name, payload)
        else if (to === "lobby") sockets.toLobby(room.host.id, name, payload)
        else if (to.connection !== null) sockets.to(to.connection, name, payload)
        return
      }
      case "Host":
        tellHost(room.host.id, event.event)
        return
      case "Hold":
        run(ledger.hold(room, event.hold))
        return
      case "EndHold":
        run(ledger.endHold(room, event.hold, event.end))
        return
      case "Pay":
        run(ledger.pay(room, event.session))
        return
      case "Settle":
        run(ledger.settle(room, event.session))
        return
      case "Gone":
        open.gone(event.session)
        return
      case "HangUp":
        if (event.session.connection !== null) sockets.hangUp(event.session.connection)
        return
      case "Cut":
        run(broadcasts.cut({ _tag: "Session", session: event.session.id }))
        return
      case "CutCamBack":
        run(broadcasts.cut({ _tag: "CamBack", session: event.session.id }))
        return
      case "FreeTimeUsed":
        run(guestTime.note(event.session, event.ms))
        return
      case "Mode":
        run(noteMode(room.host.id, event.mode))
    }
  }

  const carryOut: CarryOut = (room) => {
    for (let events = room.take(); events.length > 0; events = room.take()) {
      for (const event of events) {
        try {
          carryOutOne(room, event)
        } catch (defect) {
          // What follows it is carried out all the same: who is told late would be told nothing.
          run(Effect.logError("what came of a room was not carried out", event._tag, defect))
        }
      }
    }
    open.forgetEmpty(room)
  }

  return { carryOut, ledger }
})
