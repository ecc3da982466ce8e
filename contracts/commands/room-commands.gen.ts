// Made by `npm run docs` from contracts/commands/room-commands.ts.
import type { EventTag } from "../stream/event.ts"
import type { RoomCommandTag } from "./room-commands.ts"

export const ROOM_OUTCOMES: Readonly<Record<RoomCommandTag, ReadonlyArray<EventTag>>> = {
  JoinRoom: ["RoomJoined","RoomJoinRefused"],
  LeaveRoom: ["RoomLeft"],
  SendRoomMessage: ["RoomMessageReceived","RoomMessageRefused"],
  ChangeNickname: ["NicknameChanged","NicknameRefused"],
  RequestVip: ["VipRequested","VipRefused"],
  StopVip: ["VipStopped","VipRefused"],
  SendTip: ["TipReceived","TipRefused","TipUnknown"],
  SendToyTip: ["ToyTipReceived","TipRefused","TipUnknown"],
  StartCamBack: ["CamBackStarted","CamBackRefused"],
  StopCamBack: ["CamBackStopped","CamBackRefused"],
  ReportPlayerFailure: ["PlayerFailed"],
}
