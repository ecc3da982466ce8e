/**
 * Commands about rooms are carried out in the room that their visit is in. After a restart of the gateway a command
 * may come before the visit's stream is there: the room is brought back first, or a paid session would go on at the
 * service without anybody here who hears of its end.
 */
import { Effect } from "effect"
import type { CommandTag } from "@foldcast/contracts/commands/command-tags"
import { RoomService } from "../rooms/room-service.ts"
import type { Handler } from "./handler.ts"

export const makeWithRoomRestored = Effect.map(
  RoomService,
  (rooms) =>
    <Tag extends CommandTag>(handler: Handler<Tag>): Handler<Tag> =>
    (command, context) => {
      const { visit, session, clientAddress: address } = context
      const visitor = { visit, member: session.member, address }
      return Effect.andThen(rooms.restore(visitor), handler(command, context))
    },
)
