/**
 * The realtime events of the chat socket (socket.io, namespace `/chat`), names verbatim (API-069 to API-093).
 *
 * There are two kinds of connection. A lobby connection is opened with the API key and `lobby`, and receives
 * everything that all free viewers receive. A session's connection is opened with the API key and the session's
 * `token`. A payload with `session` is for that session only; without it, for all viewers of the connection.
 *
 * `keep-alive` comes every five seconds; a session's connection answers it with an event of the same name as long
 * as its viewer is there (`KeptAlive`). The viewer's side may also send `stop-camback`, `camback-stopped` and
 * `custom`.
 */
import { Schema } from "effect"
import { TIP_TYPES, TOY_INTENSITIES } from "../chat-rules.ts"
import { Credits, ToySecondsPerLevel } from "../units.ts"
import {
  Accounts,
  UpstreamKickReason,
  PaidMode,
  UpstreamRoomMode,
  UpstreamVipHoldEnd,
} from "./chat-service.ts"

export const CHAT_NAMESPACE = "/chat"
/** Milliseconds between two of the service's keep-alives. */
export const KEEP_ALIVE_MS = 5_000

const Name = Schema.String.check(Schema.isBetweenLength(1, 128))
/**
 * What the viewer's side sends as `keep-alive`, as an answer and on every change: whether the picture moves for the
 * viewer. Absent: unchanged; a session that never sends it counts as seeing the picture (UA75).
 */
export const KeptAlive = Schema.Struct({ sees: Schema.optionalKey(Schema.Boolean) })
export type KeptAlive = typeof KeptAlive.Type

/** Longer than the limit for sending: what the service accepts is shown. */
const Text = Schema.String.check(Schema.isMaxLength(1_000))
const Code = Schema.String.check(Schema.isBetweenLength(1, 100))
const Level = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 }))
const Seconds = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 86_400 }))
const Amount = Credits.check(Schema.isGreaterThan(0))

const event = <const Fields extends Schema.Struct.Fields>(fields: Fields) =>
  Schema.Struct({ session: Schema.optionalKey(Name), ...fields })

/** Events about people, by their names in the room. */
const about = <const Fields extends Schema.Struct.Fields>(fields: Fields) =>
  event({ accounts: Schema.optionalKey(Accounts), ...fields })

export const MESSAGE_TYPES = ["host", "member", "notice", "room", "vip"] as const
export const UpstreamMessageType = Schema.Literals(MESSAGE_TYPES)
export type UpstreamMessageType = typeof UpstreamMessageType.Type

/**
 * `custom` events of a session about time. Paid time (UA40): the start, the charges so far and the end, all as
 * totals of the session. Accepted VIP (UA56): the held credits, and their release where VIP was not joined. A
 * guest's free time (UA55): what is left of it.
 */
export const TIME_EVENTS = {
  "paid-time-started": Schema.Struct({ mode: PaidMode, creditsPerMinute: Amount }),
  "paid-time-charged": Schema.Struct({
    credits: Credits,
    seconds: Seconds,
    /** Whether time is being charged now; sent on every change. Absent: unchanged. */
    isRunning: Schema.optionalKey(Schema.Boolean),
  }),
  "paid-time-ended": Schema.Struct({
    credits: Credits,
    seconds: Seconds,
    reason: Schema.Union([UpstreamKickReason, Schema.Literals(["left", "stopped"])]),
    /** The ledger's movements of this session, oldest first. */
    movements: Schema.Array(Name).check(Schema.isMaxLength(50)),
  }),
  /** Sent right before `accept-vip`: joining within this time uses the hold. */
  "vip-held": Schema.Struct({ credits: Amount, joinWithinSeconds: Seconds }),
  /** VIP was not joined. A joined VIP sends `paid-time-started`. */
  "vip-hold-ended": Schema.Struct({
    credits: Amount,
    isReturned: Schema.Boolean,
    reason: UpstreamVipHoldEnd,
    /** Seconds for which this member is refused VIP; absent where they are not. */
    waitSeconds: Schema.optionalKey(Seconds),
    /** The ledger's movements, oldest first. */
    movements: Schema.Array(Name).check(Schema.isMaxLength(50)),
  }),
  /** Sent when free time stops and when it resumes; it runs from set-lobby's answer on. */
  "free-time": Schema.Struct({ seconds: Seconds, isRunning: Schema.Boolean }),
} as const

export const CHAT_EVENTS = {
  "keep-alive": event({}),
  /** Her own connection is lost and may come back. A show that she ends is `room-closed` (UA67). */
  "host-disconnected": event({}),
  "member-connected": about({ member: Name }),
  "member-disconnected": about({ member: Name }),
  /** `members`: some of those in the room; `count`: how many are let see her (UA66). */
  "updated-members": about({
    count: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 })),
    members: Schema.Array(Name).check(Schema.isMaxLength(200)),
  }),
  "request-vip": event({ member: Name }),
  "accept-vip": event({}),
  "stop-vip": event({}),
  "decline-vip": event({ reason: Schema.optionalKey(Text) }),
  "vip-disconnect": event({}),
  "start-freechat": event({}),
  "stop-freechat": event({}),
  "chat-switch": event({ mode: UpstreamRoomMode }),
  message: about({
    id: Name,
    from: Name,
    message: Text,
    messageType: UpstreamMessageType,
    /** `room`, `host`, or the nickname of one member. */
    recipient: Name,
  }),
  tip: about({
    id: Name,
    from: Name,
    amount: Amount,
    tipType: Schema.Literals(TIP_TYPES),
    message: Text,
    isPublic: Schema.Boolean,
  }),
  kick: event({ reason: Schema.String }),
  custom: event({ name: Code, data: Schema.optionalKey(Schema.Unknown) }),
  "nickname-changed": about({ from: Name, to: Name }),
  "chat-stopped": event({ reason: Schema.String }),
  "admin-message": event({ id: Name, message: Text }),
  "updated-settings": event({
    messagePrice: Schema.optionalKey(Credits),
    hasToy: Schema.optionalKey(Schema.Boolean),
    toySecondsPerLevel: Schema.optionalKey(ToySecondsPerLevel),
    chatLocale: Schema.optionalKey(Code),
  }),
  "player-error": event({ code: Code }),
  "audio-available": event({}),
  "audio-denied": event({}),
  "video-available": event({}),
  "video-denied": event({}),
  "room-closed": event({}),
  cybertoy: event({ level: Level, seconds: Seconds }),
  "ft-error": event({ code: Code }),
  "ft-client": event({ connected: Schema.Boolean }),
  "ft-tip": about({
    id: Name,
    from: Name,
    amount: Amount,
    intensity: Schema.Literals(TOY_INTENSITIES),
    level: Level,
    seconds: Seconds,
    message: Text,
    isPublic: Schema.Boolean,
  }),
  "stop-camback": event({}),
  "camback-stopped": event({}),
  /** From the client library, never from the service: the state of the connection. */
  "socket-disconnected": event({}),
  reconnected: event({}),
} as const

export type ChatEventName = keyof typeof CHAT_EVENTS
export type ChatEventPayload<Name extends ChatEventName> = (typeof CHAT_EVENTS)[Name]["Type"]
export const CHAT_EVENT_NAMES = Object.keys(CHAT_EVENTS) as ReadonlyArray<ChatEventName>
