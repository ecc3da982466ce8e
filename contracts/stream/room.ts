/**
 * Facts of a room: who is there, what is said, tipped and paid for. Each names its performer, since a document may
 * still receive facts of a room that it just left. A fact for the whole room is the same for every visit in it (ADR
 * 0033) and contains nothing about a single viewer; the author of a message recognises it by its `cause`.
 */
import { Schema } from "effect"
import { TIP_TYPES, TOY_INTENSITIES } from "../chat-rules.ts"
import { performerStandIn } from "../client-facts/named-paths.ts"
import { Label, RecordedPerformerId } from "../ids.ts"
import { drop, keep, standIn, token } from "../sensitivity.ts"
import { Credits, ToySecondsPerLevel } from "../units.ts"
import { fact } from "./fact.ts"

const Name = Schema.String.check(Schema.isBetweenLength(1, 128))
const Text = Schema.String.check(Schema.isMaxLength(1_000))

const performerId = token(RecordedPerformerId, performerStandIn)
const sessionId = token(Name, standIn("cs"))
/** The sender's name; a performer's public name is a token here too. */
const nickname = token(Name, (digest) => `nick-${digest.slice(0, 8)}`)
const messageId = token(Name, standIn("msg"))
const tipId = token(Name, standIn("tip"))
const text = drop(Text, "[dropped]")
const label = keep(Label)
const Seconds = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 86_400 }))
const Amount = Credits.check(Schema.isGreaterThan(0))
const Level = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 }))

/** Why an accepted VIP was not joined; the words are the service's own (VIP_HOLD_ENDS). */
export const VipHoldEnd = Schema.Literals([
  "not_joined",
  "taken_back",
  "left",
  "interrupted",
  "no_picture",
  "host_left",
  "restarted",
  "default",
])
export type VipHoldEnd = typeof VipHoldEnd.Type

export const JoinMode = Schema.Literals(["free", "chat", "vip"])
export type JoinMode = typeof JoinMode.Type

/** The present mode of a room; `chat`: the performer is there and free chat is off. */
export const RoomMode = Schema.Literals(["offline", "chat", "free", "vip", "paused"])
export type RoomMode = typeof RoomMode.Type

export const MessageType = Schema.Literals(["host", "member", "notice", "room", "vip"])
export type MessageType = typeof MessageType.Type

/** Why a session ended without the visitor's action; an unlisted word becomes `default`. Source: CHAT-18. */
export const KickReason = Schema.Literals([
  "guest_expired",
  "duplicate_session",
  "paused",
  "vip_started",
  "kicked",
  "credits",
  "silent",
  "host_left",
  "restarted",
  /** The phone call that paid for it is over. */
  "dialin_stopped",
  "default",
])
export type KickReason = typeof KickReason.Type

/**
 * `requested`: the visitor left. `switched`: for another session. `unloaded`: the page closed. `kicked`: a `Kicked`
 * or a `RoomStopped` comes before it. `lost`: the connection to the room could not be restored.
 */
export const LeaveReason = Schema.Literals([
  "requested",
  "switched",
  "unloaded",
  "kicked",
  "lost",
  "dialin_stopped",
])
export type LeaveReason = typeof LeaveReason.Type

export const RoomJoined = fact("RoomJoined", "visit", {
  performerId,
  mode: keep(JoinMode),
  sessionId,
  nickname,
  /** Why the service refused the visitor's own name; `nickname` is then a generated one. */
  nicknameRefused: Schema.optionalKey(label),
  /** 0 where nothing is charged. */
  creditsPerMinute: keep(Credits),
  /** A guest's remaining free time; absent for members and in paid modes. */
  freeSecondsLeft: Schema.optionalKey(keep(Seconds)),
})
export const RoomJoinRefused = fact("RoomJoinRefused", "visit", {
  performerId,
  mode: keep(JoinMode),
  label,
  /** Seconds for which a repeat is refused; absent where unknown. */
  waitSeconds: Schema.optionalKey(keep(Seconds)),
})
/** A guest's free time stops or resumes: it does not run without a picture. */
export const FreeTimeChanged = fact("FreeTimeChanged", "visit", {
  performerId,
  secondsLeft: keep(Seconds),
  isRunning: keep(Schema.Boolean),
})
export const RoomLeft = fact("RoomLeft", "visit", { performerId, reason: keep(LeaveReason) })

/** `nicknames`: some of those in the room; `count`: how many are let see the performer. */
export const RoomMembersListed = fact("RoomMembersListed", "visit", {
  performerId,
  count: keep(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))),
  nicknames: Schema.Array(nickname),
})
export const RoomMemberJoined = fact("RoomMemberJoined", "visit", { performerId, nickname })
export const RoomMemberLeft = fact("RoomMemberLeft", "visit", { performerId, nickname })
/** The performer's own connection is lost; it may come back. */
export const HostLeft = fact("HostLeft", "visit", { performerId })

export const RoomMessageReceived = fact("RoomMessageReceived", "visit", {
  performerId,
  messageId,
  from: nickname,
  message: text,
  messageType: keep(MessageType),
  /** `room`, `host`, or the nickname of one member. */
  recipient: nickname,
})
export const RoomMessageRefused = fact("RoomMessageRefused", "visit", { performerId, label })

export const NicknameChanged = fact("NicknameChanged", "visit", {
  performerId,
  from: nickname,
  to: nickname,
})
export const NicknameRefused = fact("NicknameRefused", "visit", { performerId, label })

export const FreeChatStarted = fact("FreeChatStarted", "visit", { performerId })
export const FreeChatStopped = fact("FreeChatStopped", "visit", { performerId })
export const RoomModeSwitched = fact("RoomModeSwitched", "visit", {
  performerId,
  mode: keep(RoomMode),
})

export const RoomAnnounced = fact("RoomAnnounced", "visit", {
  performerId,
  messageId,
  message: text,
})
/** An absent field has not changed. */
export const RoomSettingsChanged = fact("RoomSettingsChanged", "visit", {
  performerId,
  messagePrice: Schema.optionalKey(keep(Credits)),
  hasToy: Schema.optionalKey(keep(Schema.Boolean)),
  /** Seconds that the toy moves for each level of a tip. */
  toySecondsPerLevel: Schema.optionalKey(keep(ToySecondsPerLevel)),
  chatLocale: Schema.optionalKey(keep(Name)),
})
/** A custom event of the service under its own name; `data` is JSON text. */
export const RoomCustomReceived = fact("RoomCustomReceived", "visit", {
  performerId,
  name: keep(Name),
  data: drop(Schema.String.check(Schema.isMaxLength(4_000)), "null"),
})

/** The session's chat ended; the room still exists. */
export const RoomStopped = fact("RoomStopped", "visit", { performerId, reason: keep(KickReason) })
export const RoomClosed = fact("RoomClosed", "visit", { performerId })
export const Kicked = fact("Kicked", "visit", { performerId, reason: keep(KickReason) })

export const PlayerFailed = fact("PlayerFailed", "visit", { performerId, code: keep(Name) })
export const AudioAvailable = fact("AudioAvailable", "visit", { performerId })
export const AudioDenied = fact("AudioDenied", "visit", { performerId })
export const VideoAvailable = fact("VideoAvailable", "visit", { performerId })
export const VideoDenied = fact("VideoDenied", "visit", { performerId })

/** The viewer's own request waits for the performer's answer. */
export const VipRequested = fact("VipRequested", "visit", { performerId })
export const VipAccepted = fact("VipAccepted", "visit", { performerId })
export const VipDeclined = fact("VipDeclined", "visit", {
  performerId,
  /** In the performer's own words; absent where none were given. */
  reason: Schema.optionalKey(text),
})
/** The viewer's own VIP session ended, or their request was withdrawn. */
export const VipStopped = fact("VipStopped", "visit", { performerId })
/** VIP broke off: the other side disconnected. */
export const VipDisconnected = fact("VipDisconnected", "visit", { performerId })
export const VipRefused = fact("VipRefused", "visit", {
  performerId,
  label,
  /** Seconds for which a repeat is refused; absent where unknown. */
  waitSeconds: Schema.optionalKey(keep(Seconds)),
})
/** VIP is accepted, and its first interval is prepaid: it is used by joining in time. */
export const VipHeld = fact("VipHeld", "visit", {
  performerId,
  credits: keep(Amount),
  joinWithinSeconds: keep(Seconds),
})
/** VIP was accepted and not joined: the held credits are kept or were returned. */
export const VipHoldEnded = fact("VipHoldEnded", "visit", {
  performerId,
  credits: keep(Amount),
  isReturned: keep(Schema.Boolean),
  reason: keep(VipHoldEnd),
  /** Seconds for which VIP is refused now; absent where it is not. */
  waitSeconds: Schema.optionalKey(keep(Seconds)),
  movementIds: Schema.Array(token(Name, standIn("tr"))),
})

export const TipReceived = fact("TipReceived", "visit", {
  performerId,
  tipId,
  from: nickname,
  amount: keep(Amount),
  tipType: keep(Schema.Literals(TIP_TYPES)),
  message: text,
  isPublic: keep(Schema.Boolean),
})
/** A tip of credits or for the toy was refused: nothing was charged. */
export const TipRefused = fact("TipRefused", "visit", { performerId, label })
/** It is unknown whether the tip was charged; the history of movements shows it. */
export const TipUnknown = fact("TipUnknown", "visit", { performerId })

export const ToyActivated = fact("ToyActivated", "visit", {
  performerId,
  level: keep(Level),
  seconds: keep(Seconds),
})
export const ToyFailed = fact("ToyFailed", "visit", { performerId, code: keep(Name) })
export const ToyClientChanged = fact("ToyClientChanged", "visit", {
  performerId,
  connected: keep(Schema.Boolean),
})
export const ToyTipReceived = fact("ToyTipReceived", "visit", {
  performerId,
  tipId,
  from: nickname,
  amount: keep(Amount),
  intensity: keep(Schema.Literals(TOY_INTENSITIES)),
  level: keep(Level),
  seconds: keep(Seconds),
  message: text,
  isPublic: keep(Schema.Boolean),
})

/**
 * Replaces, in every log, a message or a tip whose writer has deleted their account (ADR 0040). Documents that
 * showed it receive this fact too.
 */
export const RoomLineErased = fact("RoomLineErased", "visit", {
  performerId,
  /** The id of the message or the tip. */
  lineId: token(Name, standIn("line")),
  line: keep(Schema.Literals(["message", "tip", "toyTip"])),
})
/** Replaces a member's joining, leaving or renaming once their account is deleted. */
export const RoomMemberErased = fact("RoomMemberErased", "visit", {
  performerId,
  was: keep(Schema.Literals(["joined", "left", "renamed"])),
})

export const CamBackStarted = fact("CamBackStarted", "visit", { performerId })
/** The performer asks the viewer to stop the camera. */
export const CamBackStopRequested = fact("CamBackStopRequested", "visit", { performerId })
export const CamBackStopped = fact("CamBackStopped", "visit", { performerId })
export const CamBackRefused = fact("CamBackRefused", "visit", { performerId, label })

const PaidMode = Schema.Literals(["chat", "vip"])

export const PaidTimeStarted = fact("PaidTimeStarted", "visit", {
  performerId,
  sessionId,
  mode: keep(PaidMode),
  creditsPerMinute: keep(Amount),
})
/** Totals of the session so far; prepaid time counts until it is returned. */
export const PaidTimeCharged = fact("PaidTimeCharged", "visit", {
  performerId,
  sessionId,
  credits: keep(Credits),
  seconds: keep(Seconds),
  /** Whether time is being charged now; absent where unchanged. */
  isRunning: Schema.optionalKey(keep(Schema.Boolean)),
})
/** The receipt: the session's cost, its duration, and its movements in the member's history. */
export const PaidTimeEnded = fact("PaidTimeEnded", "visit", {
  performerId,
  sessionId,
  credits: keep(Credits),
  seconds: keep(Seconds),
  reason: keep(Schema.Union([KickReason, Schema.Literals(["left", "stopped"])])),
  movementIds: Schema.Array(token(Name, standIn("tr"))),
})

export const roomFacts = [
  RoomJoined,
  RoomJoinRefused,
  FreeTimeChanged,
  RoomLeft,
  RoomMembersListed,
  RoomMemberJoined,
  RoomMemberLeft,
  HostLeft,
  RoomMessageReceived,
  RoomMessageRefused,
  NicknameChanged,
  NicknameRefused,
  FreeChatStarted,
  FreeChatStopped,
  RoomModeSwitched,
  RoomAnnounced,
  RoomSettingsChanged,
  RoomCustomReceived,
  RoomStopped,
  RoomClosed,
  Kicked,
  PlayerFailed,
  AudioAvailable,
  AudioDenied,
  VideoAvailable,
  VideoDenied,
  VipRequested,
  VipAccepted,
  VipDeclined,
  VipStopped,
  VipDisconnected,
  VipRefused,
  VipHeld,
  VipHoldEnded,
  TipReceived,
  TipRefused,
  TipUnknown,
  ToyActivated,
  ToyFailed,
  ToyClientChanged,
  ToyTipReceived,
  RoomLineErased,
  RoomMemberErased,
  CamBackStarted,
  CamBackStopRequested,
  CamBackStopped,
  CamBackRefused,
  PaidTimeStarted,
  PaidTimeCharged,
  PaidTimeEnded,
] as const
