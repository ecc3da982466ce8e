/** Which facts end a command of a room. */
import type { CommandTag } from "./command-tags.ts"
import type { Outcome, RoomCommandTag } from "./site-outcomes.ts"

export const ROOM_OUTCOMES: Readonly<Record<Extract<CommandTag, RoomCommandTag>, Outcome>> = {
  JoinRoom: { facts: ["RoomJoined", "RoomJoinRefused"], silent: false },
  LeaveRoom: { facts: ["RoomLeft"], silent: false },
  SendRoomMessage: { facts: ["RoomMessageReceived", "RoomMessageRefused"], silent: false },
  ChangeNickname: { facts: ["NicknameChanged", "NicknameRefused"], silent: false },
  RequestVip: { facts: ["VipRequested", "VipRefused"], silent: false },
  StopVip: { facts: ["VipStopped", "VipRefused"], silent: false },
  SendTip: { facts: ["TipReceived", "TipRefused", "TipUnknown"], silent: false },
  SendToyTip: { facts: ["ToyTipReceived", "TipRefused", "TipUnknown"], silent: false },
  StartCamBack: { facts: ["CamBackStarted", "CamBackRefused"], silent: false },
  StopCamBack: { facts: ["CamBackStopped", "CamBackRefused"], silent: false },
  ReportPlayerFailure: { facts: ["PlayerFailed"], silent: false },
}
