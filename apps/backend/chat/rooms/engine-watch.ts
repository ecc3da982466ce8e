/**
 * Asks the media engine again and again whether it is there, while anybody is in a room, and shows every room what
 * it has then: nobody pays for a picture that an engine shows no more, and those who gave up hear when it is back.
 *
 * Caller: ../rooms.ts. Invariant: where nobody is in any room, nothing is asked.
 */
import { Effect, Schedule } from "effect"
import type { BroadcastsShape } from "../broadcasts.ts"
import type { CarryOut } from "./carry-out.ts"
import type { OpenRooms } from "./open-rooms.ts"

const ASK_EVERY_MS = 2_000

/** Runs for as long as the scope that it is begun in. */
export const watchEngine = (open: OpenRooms, carryOut: CarryOut, broadcasts: BroadcastsShape) => {
  broadcasts.onPresence(() => {
    // Also a drawn loop comes from the engine: not only rooms whose performer publishes are concerned.
    for (const room of open.all()) {
      room.setVideo(broadcasts.hasVideo(room.host.id), open.now())
      carryOut(room)
    }
  })
  const ask = Effect.suspend(() =>
    open.all().some(({ size }) => size > 0) ? broadcasts.askEngine : Effect.void,
  )
  return Effect.forkScoped(Effect.repeat(ask, Schedule.spaced(ASK_EVERY_MS)))
}
