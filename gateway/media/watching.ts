/** `POST /api/rooms/{performerId}/watch` and `DELETE /api/watching/{id}`: a room's picture, by WHEP. */
import { Context, Effect, Layer } from "effect"
import { GatewayConfig } from "../config.ts"
import { RoomService } from "../rooms/room-service.ts"
import { makeOfferedSessions, type OfferedSessions } from "./offered-sessions.ts"

/** The page's present session, and one whose answer got lost. */
const MAX_PER_ROOM_SESSION = 2

export class Watching extends Context.Service<Watching, OfferedSessions>()("gateway/Watching") {
  static readonly layer = Layer.effect(
    Watching,
    Effect.gen(function* () {
      const { mediaEngine } = yield* GatewayConfig
      const rooms = yield* RoomService
      return yield* makeOfferedSessions({
        offersAt: mediaEngine.whepPath,
        address: "/api/watching/",
        grant: rooms.watch,
        none: "noPicture",
        perOwner: "watchesPerOwner",
        most: MAX_PER_ROOM_SESSION,
        metric: "playing_sessions",
        warning: "the media engine plays nothing",
      })
    }),
  )
}
