/** The commands of a room. Each names its performer. */
import { Schema } from "effect"
import { TIP_TYPES } from "../chat-rules.ts"
import { performerStandIn } from "../client-facts/named-paths.ts"
import { PerformerId } from "../ids.ts"
import { PLAYER_FAILURES } from "../player-failure.ts"
import { drop, keep, token } from "../sensitivity.ts"
import { JoinMode, LeaveReason } from "../stream/room.ts"
import { Credits } from "../units.ts"
import { command, PLAIN } from "./command-declaration.ts"
import { typed } from "./typed-text.ts"

const performerId = token(PerformerId, performerStandIn)
/** What is typed in a room. The gateway trims it and refuses what is too long or empty, with a fact. */
const roomText = drop(typed, "[dropped]")
/**
 * Whether this document can show the moving picture, as far as it knows. `true`: it tells by `PictureSeen` when the
 * picture moves, and no second before that is charged. `false`: what is paid for is refused. Absent: it tells nothing,
 * and is taken to see.
 */
const showsPicture = Schema.optionalKey(keep(Schema.Boolean))

export const ROOM_COMMANDS = [
  /** Idempotent. `vip` can be joined once the performer has accepted it. */
  command(
    "JoinRoom",
    {
      performerId,
      mode: keep(JoinMode),
      /** For rooms that are paid for. */
      showsPicture,
    },
    { ...PLAIN, outcomes: ["RoomJoined", "RoomJoinRefused"] },
  ),
  command(
    "LeaveRoom",
    {
      performerId,
      reason: Schema.optionalKey(keep(LeaveReason)),
    },
    { ...PLAIN, outcomes: ["RoomLeft"], whenFull: "allowed" },
  ),
  command(
    "SendRoomMessage",
    {
      performerId,
      message: roomText,
      /** To everybody, or to the performer alone. Source: CHAT-32. */
      messageType: keep(Schema.Literals(["room", "host"])),
    },
    { ...PLAIN, outcomes: ["RoomMessageReceived", "RoomMessageRefused"] },
  ),
  command(
    "ChangeNickname",
    {
      performerId,
      nickname: drop(typed, "dropped"),
    },
    { ...PLAIN, outcomes: ["NicknameChanged", "NicknameRefused"] },
  ),
  command(
    "RequestVip",
    { performerId, showsPicture },
    { ...PLAIN, outcomes: ["VipRequested", "VipRefused"] },
  ),
  /** Ends a VIP session, or takes back the request for one. */
  command(
    "StopVip",
    { performerId },
    { ...PLAIN, outcomes: ["VipStopped", "VipRefused"], whenFull: "allowed" },
  ),
  /** Reaches the performer also where the visitor is not in her room. */
  command(
    "SendTip",
    {
      performerId,
      amount: keep(Credits),
      tipType: keep(Schema.Literals(TIP_TYPES)),
      /** May be empty. */
      message: roomText,
      isPublic: keep(Schema.Boolean),
    },
    { ...PLAIN, outcomes: ["TipReceived", "TipRefused", "TipUnknown"] },
  ),
  /** `amount` is a listed one, which says how strongly and how long the toy moves. */
  command(
    "SendToyTip",
    {
      performerId,
      amount: keep(Credits),
    },
    { ...PLAIN, outcomes: ["ToyTipReceived", "TipRefused", "TipUnknown"] },
  ),
  command(
    "StartCamBack",
    { performerId },
    { ...PLAIN, outcomes: ["CamBackStarted", "CamBackRefused"] },
  ),
  command(
    "StopCamBack",
    { performerId },
    { ...PLAIN, outcomes: ["CamBackStopped", "CamBackRefused"] },
  ),
  /** Tells the chat service that the player shows no picture although there is one. */
  command(
    "ReportPlayerFailure",
    {
      performerId,
      failure: keep(Schema.Literals(PLAYER_FAILURES)),
    },
    { ...PLAIN, outcomes: ["PlayerFailed"] },
  ),
] as const
export type RoomCommandTag = (typeof ROOM_COMMANDS)[number]["tag"]
