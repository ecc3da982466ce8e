/** LeaveRoom → RoomLeft, also where the service could not be told. */
import { Effect } from "effect"
import { RoomService } from "../rooms/room-service.ts"
import { HANDLED, type Handler } from "./handler.ts"

const makeLeaveRoom = Effect.map(
  RoomService,
  (rooms): Handler<"LeaveRoom"> =>
    ({ performerId, reason = "requested" }, { visit, commandId }) =>
      Effect.as(rooms.leave(visit, { performerId, reason }, commandId), HANDLED),
)

export const leaveRoomHandlers = { LeaveRoom: makeLeaveRoom }
