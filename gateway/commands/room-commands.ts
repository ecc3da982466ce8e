/** The commands of a room, refused: nobody here listens to a chat service yet. Caller: handlers.ts. */
import { Effect } from "effect"
import type { LeaveReason } from "@foldcast/contracts/stream/room"
import { UNAVAILABLE } from "../normalise/call-failure.ts"
import { makeCommandFacts } from "./command-facts.ts"
import type { CommandContext, Handlers } from "./handler.ts"

export type RoomHandlers = Pick<
  Handlers,
  | "JoinRoom"
  | "LeaveRoom"
  | "SendRoomMessage"
  | "ChangeNickname"
  | "RequestVip"
  | "StopVip"
  | "SendTip"
  | "SendToyTip"
  | "StartCamBack"
  | "StopCamBack"
>

export const makeRoomCommands = Effect.map(makeCommandFacts, (facts): RoomHandlers => {
  const refuse =
    (
      _tag:
        | "RoomMessageRefused"
        | "NicknameRefused"
        | "VipRefused"
        | "TipRefused"
        | "CamBackRefused",
    ) =>
    ({ performerId }: { readonly performerId: string }, context: CommandContext) =>
      facts.decided(context, { _tag, performerId, label: UNAVAILABLE })
  return {
    JoinRoom: ({ performerId, mode }, context) =>
      facts.decided(context, { _tag: "RoomJoinRefused", performerId, mode, label: UNAVAILABLE }),
    LeaveRoom: (
      { performerId, reason = "requested" }: { performerId: string; reason?: LeaveReason },
      context,
    ) => facts.decided(context, { _tag: "RoomLeft", performerId, reason }),
    SendRoomMessage: refuse("RoomMessageRefused"),
    ChangeNickname: refuse("NicknameRefused"),
    RequestVip: refuse("VipRefused"),
    StopVip: refuse("VipRefused"),
    SendTip: refuse("TipRefused"),
    SendToyTip: refuse("TipRefused"),
    StartCamBack: refuse("CamBackRefused"),
    StopCamBack: refuse("CamBackRefused"),
  }
})
