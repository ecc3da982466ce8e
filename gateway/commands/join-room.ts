/**
 * JoinRoom → RoomJoined | RoomJoinRefused. Joining a room that is joined already tells `RoomJoined` again. A join
 * that ran when the gateway died is carried out again: the service ends the earlier session, in which only time was
 * lost.
 */
import { Effect } from "effect"
import { SessionEnder } from "../members/session-ender.ts"
import { RoomService } from "../rooms/room-service.ts"
import { HANDLED, type Handler } from "./handler.ts"

const makeJoinRoom = Effect.gen(function* () {
  const rooms = yield* RoomService
  const endSession = yield* SessionEnder

  const joinRoom: Handler<"JoinRoom"> = Effect.fnUntraced(function* (
    joining,
    { visit, session: { owner, member, call }, clientAddress: address, commandId },
  ) {
    const visitor = { visit, member, call, address }
    const { tokenRefused } = yield* rooms.join(visitor, joining, commandId)
    if (tokenRefused && member !== null) yield* endSession.tokenRefused(owner, member.token)
    return HANDLED
  })
  return joinRoom
})

export const joinRoomHandlers = { JoinRoom: makeJoinRoom }
