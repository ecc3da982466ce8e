/**
 * `POST /api/rooms/{performerId}/cam-back` and `DELETE /api/cam-backs/{id}`: the visitor's own camera, by WHIP,
 * after StartCamBack. The chat service decides who may publish.
 */
import { Context, Effect, Layer } from "effect"
import { GatewayConfig } from "../config.ts"
import { RoomService } from "../rooms/room-service.ts"
import { makeOfferedSessions, type OfferedSessions } from "./offered-sessions.ts"

/** A newer session replaces the older one. */
const MAX_PER_ROOM_SESSION = 1

export class CamBacks extends Context.Service<CamBacks, OfferedSessions>()("gateway/CamBacks") {
  static readonly layer = Layer.effect(
    CamBacks,
    Effect.gen(function* () {
      const { mediaEngine } = yield* GatewayConfig
      const rooms = yield* RoomService
      return yield* makeOfferedSessions({
        offersAt: mediaEngine.whipPath,
        address: "/api/cam-backs/",
        grant: rooms.camBack,
        none: "noCamBack",
        perOwner: "camBacksPerOwner",
        most: MAX_PER_ROOM_SESSION,
        metric: "cam_back_sessions",
        warning: "the media engine takes no camera",
      })
    }),
  )
}
