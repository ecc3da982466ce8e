/**
 * Sends a room's command with what the log shows of it at once: how one joins, what one wrote. Commands that lead to
 * paid time say whether their video could be seen here (ADR 0054).
 */
import type { CommandOf } from "@foldcast/contracts/commands/command"
import type { SiteRuntime, CommandDetails } from "../../../runtime/site-runtime.ts"
import { documentRoomOf } from "./document-room.ts"
import type { NoVideoReason } from "../media/video-connection-state.ts"

export type RoomCommand = CommandOf<"JoinRoom" | "LeaveRoom" | "RequestVip" | "SendRoomMessage">

const detailsOf = (command: RoomCommand): CommandDetails => {
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

/**
 * An accepted VIP loses its held credits when it is not joined, while unseen video costs nothing: only a browser
 * without video is kept out.
 */
const showsVip = (reason: NoVideoReason | null) => reason !== "browser"

const withShowsPicture = (command: RoomCommand, reason: NoVideoReason | null): RoomCommand => {
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
  runtime.send(
    withShowsPicture(command, documentRoomOf(runtime).noVideoReason()),
    detailsOf(command),
  )
