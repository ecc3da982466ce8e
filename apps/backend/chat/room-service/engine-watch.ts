/**
 * What the rooms hear of the media engine: that a picture came or went, that it began anew. It is asked again and
 * again whether it is there, while anybody is in a room: nobody pays for a picture that an engine shows no more, and
 * those who gave up hear when it is back.
 *
 * Invariant: where nobody is in any room, nothing is asked.
 */
import { Effect, Schedule } from "effect"
import type { BroadcastsShape } from "../engine/broadcasts.ts"
import type { ChatRoom } from "../room-model/chat-room.ts"
import type { RunRoomEffects } from "./room-effects.ts"
import type { RoomRegistry } from "./room-registry.ts"
import { steadyRound } from "../../steady-round.ts"

const ASK_EVERY_MS = 2_000

/** Runs for as long as the scope that it is begun in. */
export const watchEngine = (
  open: RoomRegistry,
  carryOut: RunRoomEffects,
  broadcasts: BroadcastsShape,
) => {
  const renew = (room: ChatRoom) => {
    // Before it is told what there is to see.
    room.setSilent(broadcasts.isSilent(room.host.id))
    room.setVideo(broadcasts.hasVideo(room.host.id), open.now())
    carryOut(room)
  }
  broadcasts.onChange((performerId) => {
    const room = open.of(performerId)
    if (room !== undefined) renew(room)
  })
  // Also a drawn loop comes from the engine: not only rooms whose performer publishes are concerned.
  broadcasts.onPresence(() => {
    for (const room of open.all()) renew(room)
  })
  broadcasts.onRestart(() => {
    for (const room of open.all()) {
      room.videoRestarted()
      carryOut(room)
    }
  })
  const ask = Effect.suspend(() =>
    open.all().some(({ size }) => size > 0) ? broadcasts.askEngine : Effect.void,
  )
  return Effect.forkScoped(
    Effect.repeat(steadyRound("the media engine")(ask), Schedule.spaced(ASK_EVERY_MS)),
  )
}
