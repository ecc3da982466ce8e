/**
 * Asks the gateway for something in a room, and tells the log what of it shows at once: how one joins, and what one
 * wrote. Callers: the stream box, its reactions.
 */
import type { CommandOf } from "@foldcast/contracts/commands/command"
import type { SiteRuntime, ToldOfCommand } from "../../runtime/site-runtime.ts"

export type RoomCommand = CommandOf<"JoinRoom" | "LeaveRoom" | "SendRoomMessage">

const toldOf = (command: RoomCommand): ToldOfCommand => {
  switch (command._tag) {
    case "JoinRoom":
      return { mode: command.mode }
    case "SendRoomMessage":
      return { message: command.message, messageType: command.messageType }
    case "LeaveRoom":
      return {}
  }
}

export const sendInRoom = ({ send }: Pick<SiteRuntime, "send">, command: RoomCommand) =>
  send(command, toldOf(command))
