/**
 * The chat service over HTTP, with the upstream's names verbatim. Calls carry the API key in a header, the beacon
 * in its query. `auth` is the secret by which a session in a room proves itself; it stays in the gateway and never
 * reaches a browser. Unconfirmed assumptions are numbered in docs/upstream-assumptions.md.
 */
import { Schema } from "effect"
import {
  BLOCKED_LABEL,
  TOO_FEW_CREDITS_LABEL,
  MESSAGE_LENGTH,
  NICKNAME_LENGTH,
  TIP_TYPES,
  TOY_INTENSITIES,
} from "../chat-rules.ts"
import { Credits, ToySecondsPerLevel } from "../units.ts"
import { UpstreamMemberId, UpstreamPerformerId } from "./member-api.ts"

const Name = Schema.String.check(Schema.isBetweenLength(1, 128))
/**
 * The accounts behind the names, so that a member's stored lines can be erased with the account (UA58, our
 * extension). Guests and performers are not listed; the list is absent where the service does not send it.
 */
export const Accounts = Schema.Array(
  Schema.Struct({ nickname: Name, memberId: UpstreamMemberId }),
).check(Schema.isMaxLength(200))
export type Accounts = typeof Accounts.Type

/** A session's secret: valid until the session ends, and for 60 seconds before its first connection. */
const Auth = Schema.String.check(Schema.isBetweenLength(16, 512))
/**
 * Why the service generated a name where the viewer's own does not fit this room: the label of a refused change.
 * Our extension.
 */
const NicknameRefused = Schema.String.check(Schema.isBetweenLength(1, 128))
const Seconds = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 86_400 }))

/** The modes that a member pays for. Watching for free needs no call to the member API. */
export const PaidMode = Schema.Literals(["chat", "vip"])
export type PaidMode = typeof PaidMode.Type

/**
 * The present mode of a room. `chat`: the performer is there, free chat is off. `vip`: alone with one viewer.
 * `offline`: no performer is there.
 */
export const UpstreamRoomMode = Schema.Literals(["offline", "chat", "free", "vip", "paused"])
export type UpstreamRoomMode = typeof UpstreamRoomMode.Type

/**
 * POST /chat/join on the member API. `session` names a running session of this member, which continues if no
 * connection listens to it any more; without `session` a new one begins, and the member's older one ends.
 */
export const JoinRequest = Schema.Struct({
  performerId: UpstreamPerformerId,
  mode: PaidMode,
  session: Schema.optionalKey(Name),
}).annotate({ identifier: "JoinRequest" })
export const JoinAnswer = Schema.Struct({
  /** Opens the session's connection; the session's `auth` from then on. */
  token: Auth,
  session: Name,
  nickname: Name,
  nicknameRefused: Schema.optionalKey(NicknameRefused),
  /** 0 where a phone call pays. */
  creditsPerMinute: Credits,
}).annotate({ identifier: "JoinAnswer" })
export type JoinAnswer = typeof JoinAnswer.Type

/**
 * PUT chat/set-lobby: adds a viewer who watches for free, with the member's token for a member. `connection` is the
 * lobby connection that receives the room's events. `viewer` identifies the browser, so that all its tabs share one
 * free time. A viewer asks for the same `nickname` again after an interruption.
 */
export const SetLobbyRequest = Schema.Struct({
  lobby: UpstreamPerformerId,
  connection: Name,
  viewer: Schema.String.check(Schema.isBetweenLength(16, 128)),
  nickname: Schema.optionalKey(Name),
}).annotate({ identifier: "SetLobbyRequest" })
export const SetLobbyAnswer = Schema.Struct({
  auth: Auth,
  session: Name,
  nickname: Name,
  nicknameRefused: Schema.optionalKey(NicknameRefused),
  /** A guest's remaining free time; absent for members. */
  freeSecondsLeft: Schema.optionalKey(Seconds),
  room: Schema.Struct({
    mode: UpstreamRoomMode,
    /** How many are let see her now (UA66). */
    count: Schema.Int,
    members: Schema.Array(Name),
    accounts: Schema.optionalKey(Accounts),
    /** The credits that a member must have to write while watching free (UA51). */
    messagePrice: Schema.optionalKey(Credits),
    toySecondsPerLevel: Schema.optionalKey(ToySecondsPerLevel),
    /** Whether there is a picture now; absent where the service has no pictures. */
    hasVideo: Schema.optionalKey(Schema.Boolean),
    /** Whether the picture has sound; absent where the service does not say. */
    hasSound: Schema.optionalKey(Schema.Boolean),
  }),
}).annotate({ identifier: "SetLobbyAnswer" })
export type SetLobbyAnswer = typeof SetLobbyAnswer.Type

/**
 * POST and PUT chat/leave: the session that leaves, and on POST the reason. PUT is for switching to another
 * session.
 */
export const LeaveRequest = Schema.Struct({
  auth: Auth,
  reason: Schema.optionalKey(Name),
}).annotate({ identifier: "LeaveRequest" })

/** The recipients of a message: everybody, or the performer only. Source: CHAT-32. */
export const SentMessageType = Schema.Literals(["room", "host"])
export type SentMessageType = typeof SentMessageType.Type

export const RoomText = Schema.String.check(
  Schema.isBetweenLength(MESSAGE_LENGTH.minimum, MESSAGE_LENGTH.maximum),
)
export const Nickname = Schema.String.check(
  Schema.isBetweenLength(NICKNAME_LENGTH.minimum, NICKNAME_LENGTH.maximum),
)
/** The sender's id of one action: an idempotency key. */
const ActionId = Schema.String.check(Schema.isBetweenLength(8, 128))

const action = <const Action extends string, const Fields extends Schema.Struct.Fields>(
  name: Action,
  data: Fields,
) => Schema.Struct({ auth: Auth, action: Schema.Literal(name), data: Schema.Struct(data) })

/** A tip of credits names its kind; a tip for the toy names its intensity, which determines the duration. */
export const TipRequest = {
  amount: Credits.check(Schema.isGreaterThan(0)),
  tipType: Schema.Literals([...TIP_TYPES, ...TOY_INTENSITIES]),
  /** May be empty. */
  message: Schema.String.check(Schema.isMaxLength(MESSAGE_LENGTH.maximum)),
  isPublic: Schema.Boolean,
  /** With a tip for the toy. */
  vibrate: Schema.optionalKey(Schema.Int),
} as const

/** POST chat/action */
export const ActionRequest = Schema.Union([
  action("changeNickname", { newNickname: Nickname }),
  action("message", { id: ActionId, message: RoomText, messageType: SentMessageType }),
  action("tip", { id: ActionId, ...TipRequest }),
  action("requestVip", {}),
  action("stopVip", {}),
]).annotate({ identifier: "ActionRequest" })
export type ActionRequest = typeof ActionRequest.Type

/** The media engine's path for a room's picture, or for a viewer's own camera. */
export const MediaPath = Schema.String.check(
  Schema.isPattern(/^(?:live|camback)\/[A-Za-z0-9_.~-]{1,128}$/u),
)

/**
 * POST /chat/watch: a token that this session sends to the media engine as its bearer, once and within half a
 * minute, to watch what is at `path`. Our extension.
 */
export const MediaGrantRequest = Schema.Struct({ auth: Auth }).annotate({
  identifier: "WatchRequest",
})
export const MediaGrantAnswer = Schema.Struct({
  path: MediaPath,
  token: Schema.String.check(Schema.isBetweenLength(16, 2_048)),
}).annotate({ identifier: "WatchAnswer" })
export type MediaGrantAnswer = typeof MediaGrantAnswer.Type

/**
 * POST /chat/cam-back: the same, to publish the viewer's own camera, for a session that has started it. Only the
 * performer may watch what is at `path`. Our extension.
 */
export const CamBackRequest = Schema.Struct({ auth: Auth }).annotate({
  identifier: "CamBackRequest",
})
export const CamBackAnswer = Schema.Struct(MediaGrantAnswer.fields).annotate({
  identifier: "CamBackAnswer",
})
export type CamBackAnswer = typeof CamBackAnswer.Type

/** POST /tip on the member API: outside a room. `flag` says whether the performer's room shows it. */
export const SendTipRequest = Schema.Struct({
  id: ActionId,
  username: Name,
  amount: TipRequest.amount,
  text: TipRequest.message,
  flag: Schema.Boolean,
}).annotate({ identifier: "SendTipRequest" })

/** POST chat/error: an error report from the other side, which the service logs. */
export const ChatErrorRequest = Schema.Struct({
  auth: Schema.optionalKey(Auth),
  error: Schema.String.check(Schema.isBetweenLength(1, 200)),
}).annotate({ identifier: "ChatErrorRequest" })

/** Why a session in a room ends against the viewer's will. Source: CHAT-18, CHAT-25. */
export const KICK_REASONS = [
  "guest_expired",
  "duplicate_session",
  "paused",
  "vip_started",
  "kicked",
  "credits",
  "silent",
  "host_left",
  "restarted",
  /** The phone call that paid for it is over (DIALIN-13). */
  "dialin_stopped",
  /** The viewer has blocked the performer (UA89). */
  "blocked",
  "default",
] as const
export const UpstreamKickReason = Schema.Literals(KICK_REASONS)
/**
 * Why the credits held for VIP were released without VIP. By the viewer: `not_joined`, `taken_back`, `left`.
 * Otherwise: the connection to the gateway was lost (`interrupted`), there was no picture (`no_picture`), the
 * performer moved on or removed the viewer (`host_left`), the service stopped (`restarted`).
 */
export const VIP_HOLD_ENDS = [
  "not_joined",
  "taken_back",
  "left",
  "interrupted",
  "no_picture",
  "host_left",
  "restarted",
  "default",
] as const
export const UpstreamVipHoldEnd = Schema.Literals(VIP_HOLD_ENDS)
export type UpstreamVipHoldEnd = typeof UpstreamVipHoldEnd.Type
export type UpstreamKickReason = typeof UpstreamKickReason.Type

// Labels of refused calls about a room, beside the general ones.

export const ROOM_LABELS = [
  /** Fewer credits than the minute, the message or the tip costs. */
  TOO_FEW_CREDITS_LABEL,
  /** No performer is in that room. */
  "performerOffline",
  /** The performer is in pause, or in VIP with another viewer; then tips are refused too (UA68). */
  "performerBusy",
  /** No free chat, or no free time left. */
  "freeChatOff",
  "guestExpired",
  /** There is nothing that this session may watch now. */
  "noPicture",
  /** This session shows no camera of its own now. */
  "camBackOff",
  /** The performer has removed this viewer; the room is open to them again after a time. */
  "sentOut",
  /** One of the two has blocked the other (UA89); for the inbox too. */
  BLOCKED_LABEL,
  /** VIP can be joined only after it was accepted, and only for a limited time. */
  "vipNotAccepted",
  /** Only a running VIP session can be ended, and VIP can be requested only once. */
  "vipNotRunning",
  "vipRequested",
  /** This member did not join an accepted VIP, and must wait before asking again (`waitSeconds`). */
  "vipLetGo",
  /**
   * Too many paid sessions of this member ended unanswered: paid sessions are refused for a while (`waitSeconds`).
   */
  "unansweredTooOften",
  /** `auth` names no running session. */
  "chatNotStarted",
  "nicknameTaken",
  /** The text contains a word that may not be shown here. */
  "messageMuted",
  /** Not for guests. */
  "membersOnly",
  "noToy",
] as const
