/**
 * Asks the gateway for something in a room, and tells the log what of it shows at once: how one joins, and what one
 * wrote. Of what is paid for it says whether its picture could be seen here.
 */
import type { CommandOf } from "@foldcast/contracts/commands/command"
import type { SiteRuntime, CommandDetails } from "../../../runtime/site-runtime.ts"
import { documentRoomOf } from "./document-room.ts"
import type { NoVideoReason } from "../media/video-connection-state.ts"

export type RoomCommand = CommandOf<"JoinRoom" | "LeaveRoom" | "RequestVip" | "SendRoomMessage">

const toldOf = (command: RoomCommand): CommandDetails => {
  switch (command._tag) {
    case "JoinRoom":
      return { mode: command.mode }
    case "SendRoomMessage":
      return { message: command.message, messageType: command.messageType }
    case "LeaveRoom":
    case "RequestVip":
      return {}
  }
}

/** Who was accepted for VIP loses what is held where they do not come: a picture may come yet, and costs nothing till then. */
const showsVip = (reason: NoVideoReason | null) => reason !== "browser"

const saying = (command: RoomCommand, reason: NoVideoReason | null): RoomCommand => {
  switch (command._tag) {
    case "JoinRoom":
      if (command.mode === "free") return command
      return {
        ...command,
        showsPicture: command.mode === "vip" ? showsVip(reason) : reason === null,
      }
    case "RequestVip":
      return { ...command, showsPicture: reason === null }
    case "LeaveRoom":
    case "SendRoomMessage":
      return command
  }
}

export const sendInRoom = (runtime: SiteRuntime, command: RoomCommand) =>
  runtime.send(saying(command, documentRoomOf(runtime).noVideoReason()), toldOf(command))
