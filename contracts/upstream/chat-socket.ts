/**
 * The realtime events of the chat socket (socket.io, namespace `/chat`), names verbatim (API-069 to API-093).
 *
 * Two kinds of connection: a lobby connection is opened with the API key and `lobby`, and tells everything that
 * all who watch free are told; a session's connection is opened with the API key and the session's `token`. A
 * payload with `session` is for that one alone; without it, for everybody whom the connection serves.
 *
 * `keep-alive` comes every five seconds; a session's connection answers it with an event of the same name as
 * long as its viewer is there (`KeptAlive`). `stop-camback`, `camback-stopped` and `custom` may be sent by the viewer's side too.
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
 * What the viewer's side says by `keep-alive`, as an answer and by itself when it changes: whether the picture moves
 * before the viewer. Absent: as it was said before; a session that never says so is taken to see (UA75).
 */
export const KeptAlive = Schema.Struct({ sees: Schema.optionalKey(Schema.Boolean) })
export type KeptAlive = typeof KeptAlive.Type

/** Longer than what may be sent: what a service lets through is shown. */
const Text = Schema.String.check(Schema.isMaxLength(1_000))
const Code = Schema.String.check(Schema.isBetweenLength(1, 100))
const Level = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 }))
const Seconds = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 86_400 }))
const Amount = Credits.check(Schema.isGreaterThan(0))

const event = <const Fields extends Schema.Struct.Fields>(fields: Fields) =>
  Schema.Struct({ session: Schema.optionalKey(Name), ...fields })

/** About people, by the names they have in the room. */
const about = <const Fields extends Schema.Struct.Fields>(fields: Fields) =>
  event({ accounts: Schema.optionalKey(Accounts), ...fields })

export const MESSAGE_TYPES = ["host", "member", "notice", "room", "vip"] as const
export const UpstreamMessageType = Schema.Literals(MESSAGE_TYPES)
export type UpstreamMessageType = typeof UpstreamMessageType.Type

/**
 * Time as `custom` events of a session tell it. Of paid time (UA40): what began, what has been charged so far, how
 * it ended, all three as totals of the session. Of VIP that was accepted (UA56): what is held, and what became of it
 * where VIP was not joined. Of a guest's free time (UA55): what is left of it.
 */
export const TIME_EVENTS = {
  "paid-time-started": Schema.Struct({ mode: PaidMode, creditsPerMinute: Amount }),
  "paid-time-charged": Schema.Struct({
    credits: Credits,
    seconds: Seconds,
    /** Whether time is being charged now; told when that changes too. Absent: as it was told before. */
    isRunning: Schema.optionalKey(Schema.Boolean),
  }),
  "paid-time-ended": Schema.Struct({
    credits: Credits,
    seconds: Seconds,
    reason: Schema.Union([UpstreamKickReason, Schema.Literals(["left", "stopped"])]),
    /** The ledger's movements of this session, oldest first. */
    movements: Schema.Array(Name).check(Schema.isMaxLength(50)),
  }),
  /** Told right before `accept-vip`: who joins within so many seconds uses it. */
  "vip-held": Schema.Struct({ credits: Amount, joinWithinSeconds: Seconds }),
  /** VIP was not joined. One that was is told as `paid-time-started`. */
  "vip-hold-ended": Schema.Struct({
    credits: Amount,
    isReturned: Schema.Boolean,
    reason: UpstreamVipHoldEnd,
    /** For how long this member is refused VIP; absent where they are not. */
    waitSeconds: Schema.optionalKey(Seconds),
    /** The ledger's, oldest first. */
    movements: Schema.Array(Name).check(Schema.isMaxLength(50)),
  }),
  /** Told when it stops and when it goes on; it runs from set-lobby's answer on until it is told otherwise. */
  "free-time": Schema.Struct({ seconds: Seconds, isRunning: Schema.Boolean }),
} as const

export const CHAT_EVENTS = {
  "keep-alive": event({}),
  "host-disconnected": event({}),
  "member-connected": about({ member: Name }),
  "member-disconnected": about({ member: Name }),
  /** `members`: some of them, `count`: how many there are. */
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
  /** Of the client library, never of the service: what became of the connection. */
  "socket-disconnected": event({}),
  reconnected: event({}),
} as const

export type ChatEventName = keyof typeof CHAT_EVENTS
export type ChatEventPayload<Name extends ChatEventName> = (typeof CHAT_EVENTS)[Name]["Type"]
export const CHAT_EVENT_NAMES = Object.keys(CHAT_EVENTS) as ReadonlyArray<ChatEventName>
