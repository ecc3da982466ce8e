/**
 * The chat service over HTTP, as the upstream names it, verbatim. Calls carry the API key in a header, the
 * beacon in its query. `auth` is the word by which a session in a room proves itself; it is a secret of the
 * gateway and never reaches a browser. What we only believe of it is numbered in docs/upstream-assumptions.md.
 */
import { Schema } from "effect"
import {
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
 * The accounts behind the names, so that what is stored of a member can be erased with the account (UA58, our
 * extension). Guests and performers are not listed; the list is absent where the service does not say.
 */
export const Accounts = Schema.Array(
  Schema.Struct({ nickname: Name, memberId: UpstreamMemberId }),
).check(Schema.isMaxLength(200))
export type Accounts = typeof Accounts.Type

/** Of a session: good until the session ends, and 60 seconds for its first connection. */
const Auth = Schema.String.check(Schema.isBetweenLength(16, 512))
/**
 * Why the service drew a name where the viewer's own does not fit this room: the label of a refused change. Our
 * extension.
 */
const NicknameRefused = Schema.String.check(Schema.isBetweenLength(1, 128))
const Seconds = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 86_400 }))

/** What a member pays for. Watching free needs no call of the member's. */
export const PaidMode = Schema.Literals(["chat", "vip"])
export type PaidMode = typeof PaidMode.Type

/**
 * What a room is at present. `chat`: she is there, free chat is off. `vip`: alone with somebody. `offline`:
 * nobody is there.
 */
export const UpstreamRoomMode = Schema.Literals(["offline", "chat", "free", "vip", "paused"])
export type UpstreamRoomMode = typeof UpstreamRoomMode.Type

/**
 * POST /chat/join on the member API. `session` names one of this member's own that still runs, which goes on
 * where nothing listens for it any more; without it a new one begins, and an older one of the member ends.
 */
export const JoinRequest = Schema.Struct({
  performerId: UpstreamPerformerId,
  mode: PaidMode,
  session: Schema.optionalKey(Name),
}).annotate({ identifier: "JoinRequest" })
export const JoinAnswer = Schema.Struct({
  /** What the session's connection opens with; the session's `auth` from then on. */
  token: Auth,
  session: Name,
  nickname: Name,
  nicknameRefused: Schema.optionalKey(NicknameRefused),
  creditsPerMinute: Credits.check(Schema.isGreaterThan(0)),
}).annotate({ identifier: "JoinAnswer" })
export type JoinAnswer = typeof JoinAnswer.Type

/**
 * PUT chat/set-lobby: adds a viewer who watches free, with the member's token where it is a member. `connection` is
 * the lobby connection that brings the room's events. `viewer` stands for the browser, so that all its tabs share one
 * free time. `nickname` is asked for by a viewer who had it before an interruption.
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
  /** What is left of a guest's free time; absent for members. */
  freeSecondsLeft: Schema.optionalKey(Seconds),
  room: Schema.Struct({
    mode: UpstreamRoomMode,
    count: Schema.Int,
    members: Schema.Array(Name),
    accounts: Schema.optionalKey(Accounts),
    /** What a member must have to write. */
    messagePrice: Schema.optionalKey(Credits),
    toySecondsPerLevel: Schema.optionalKey(ToySecondsPerLevel),
    /** Whether there is a picture to watch now; absent where the service has no pictures. */
    hasVideo: Schema.optionalKey(Schema.Boolean),
    /** Whether it is heard too; absent where the service does not say. */
    hasSound: Schema.optionalKey(Schema.Boolean),
  }),
}).annotate({ identifier: "SetLobbyAnswer" })
export type SetLobbyAnswer = typeof SetLobbyAnswer.Type

/** POST and PUT chat/leave: who leaves, and on POST why. PUT is for going on to another session. */
export const LeaveRequest = Schema.Struct({
  auth: Auth,
  reason: Schema.optionalKey(Name),
}).annotate({ identifier: "LeaveRequest" })

/** Where a message goes: to everybody, or to the performer alone. Source: CHAT-32. */
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

/** A tip of credits names its kind; one that moves the toy names how strong, and with it for how long. */
export const TipRequest = {
  amount: Credits.check(Schema.isGreaterThan(0)),
  tipType: Schema.Literals([...TIP_TYPES, ...TOY_INTENSITIES]),
  /** May be empty. */
  message: Schema.String.check(Schema.isMaxLength(MESSAGE_LENGTH.maximum)),
  isPublic: Schema.Boolean,
  /** With a tip that moves the toy. */
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

/** Where the media engine has the picture of a room, and of a viewer's own camera. */
export const MediaPath = Schema.String.check(
  Schema.isPattern(/^(?:live|camback)\/[A-Za-z0-9_.~-]{1,128}$/u),
)

/**
 * POST /chat/watch: what this session shows the media engine as its bearer, once and within half a minute, to watch
 * what is at `path`. Our extension.
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
 * POST /chat/cam-back: the same, to publish the viewer's own camera, from a session that has begun to show it. Only
 * the performer may watch what is at `path`. Our extension.
 */
export const CamBackRequest = Schema.Struct({ auth: Auth }).annotate({
  identifier: "CamBackRequest",
})
export const CamBackAnswer = Schema.Struct(MediaGrantAnswer.fields).annotate({
  identifier: "CamBackAnswer",
})
export type CamBackAnswer = typeof CamBackAnswer.Type

/** POST /tip on the member API: outside of a room. `flag` says whether the performer's room is shown it. */
export const SendTipRequest = Schema.Struct({
  id: ActionId,
  username: Name,
  amount: TipRequest.amount,
  text: TipRequest.message,
  flag: Schema.Boolean,
}).annotate({ identifier: "SendTipRequest" })

/** POST chat/error: what the other side could not make sense of. Kept in the service's log. */
export const ChatErrorRequest = Schema.Struct({
  auth: Schema.optionalKey(Auth),
  error: Schema.String.check(Schema.isBetweenLength(1, 200)),
}).annotate({ identifier: "ChatErrorRequest" })

/** Why a session in a room ends without its viewer wanting it. Source: CHAT-18, CHAT-25. */
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
  "default",
] as const
export const UpstreamKickReason = Schema.Literals(KICK_REASONS)
/**
 * Why what was held for VIP ended without VIP. Of the viewer: `not_joined`, `taken_back`, `left`. Of nobody's doing or
 * somebody else's: the connection to the gateway was lost (`interrupted`), there was no picture, the performer went on
 * or sent them out (`host_left`), the service ended (`restarted`).
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

// What a call about a room is refused for, beside what any call is.

export const ROOM_LABELS = [
  /** Fewer credits than the minute, the message or the tip costs. */
  TOO_FEW_CREDITS_LABEL,
  /** Nobody is in that room. */
  "performerOffline",
  /** She is in pause, or in VIP with somebody else. */
  "performerBusy",
  /** No free chat, or no free time left. */
  "freeChatOff",
  "guestExpired",
  /** There is nothing for this session to see now. */
  "noPicture",
  /** This session shows no camera of its own now. */
  "camBackOff",
  /** The performer has sent this person out; the room opens to them again after a time. */
  "sentOut",
  /** VIP is joined after it was accepted, and for so long. */
  "vipNotAccepted",
  /** A VIP session ends only where there is one, and is requested only once. */
  "vipNotRunning",
  "vipRequested",
  /** This member let VIP that was accepted go, and waits before asking again (`waitSeconds`). */
  "vipLetGo",
  /** Too many paid sessions of this member ended unanswered: none is paid for a while (`waitSeconds`). */
  "unansweredTooOften",
  /** `auth` names no session: it has ended, or never began. */
  "chatNotStarted",
  "nicknameTaken",
  /** The text holds a word that is not shown here. */
  "messageMuted",
  /** Not for guests. */
  "membersOnly",
  "noToy",
] as const
