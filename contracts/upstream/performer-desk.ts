/**
 * The reference service's side for whoever performs: takes a performer over, shows her room, and says what she
 * does there. It carries private lines, so it has a key of its own (`X-Desk-Key`), is there only where that key
 * is set, and is no part of what the gateway speaks. Every call names its desk (`X-Desk`).
 */
import { Schema } from "effect"
import { MESSAGE_LENGTH } from "../chat-rules.ts"
import { UpstreamKickReason, UpstreamRoomMode } from "./chat-service.ts"

/** A desk's own word for itself. */
export const DeskId = Schema.String.check(Schema.isPattern(/^[\w-]{16,64}$/u))

/** Seconds that a call waits at most for something new. */
export const DESK_WAIT_SECONDS = 15

/** Whether a desk has taken her over: this one, or another. */
export const DeskHold = Schema.Literals(["nobody", "yours", "others"])
export type DeskHold = typeof DeskHold.Type

export const DeskPerformer = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  mode: UpstreamRoomMode,
  viewers: Schema.Int,
  hold: DeskHold,
})
export type DeskPerformer = typeof DeskPerformer.Type

/** GET /desk/performers?name= */
export const DeskList = Schema.Struct({ performers: Schema.Array(DeskPerformer) })

export const DeskViewer = Schema.Struct({
  session: Schema.String,
  nickname: Schema.String,
  isGuest: Schema.Boolean,
  mode: Schema.Literals(["free", "chat", "vip"]),
  waitsForVip: Schema.Boolean,
  /** The viewer's own camera: not shown, asked to be looked at, or there to be seen. */
  camBack: Schema.Literals(["off", "starting", "sending"]),
})
export type DeskViewer = typeof DeskViewer.Type

const name = { nickname: Schema.String } as const
const text = { text: Schema.String } as const

/** What happened since she was taken over. */
export const DeskEvent = Schema.TaggedUnion({
  Said: { ...name, ...text, isPrivate: Schema.Boolean },
  /** By the desk; null: to everybody. */
  Answered: { ...text, to: Schema.NullOr(Schema.String) },
  Tipped: {
    ...name,
    ...text,
    amount: Schema.Int,
    isPublic: Schema.Boolean,
    /** How strong the toy moves; null for credits alone. */
    toyLevel: Schema.NullOr(Schema.Int),
  },
  Joined: {
    ...name,
    isGuest: Schema.Boolean,
    mode: DeskViewer.fields.mode,
    /** Goes on in another mode, or comes back at once: that they left is no line of its own then. */
    wasHere: Schema.Boolean,
  },
  Left: name,
  Renamed: { from: Schema.String, to: Schema.String },
  VipRequested: name,
  VipTakenBack: name,
  VipAccepted: name,
  VipDeclined: { ...name, reason: Schema.NullOr(Schema.String) },
  /** By its viewer, or with the session it belongs to. */
  CamBack: { ...name, isOn: Schema.Boolean },
  /** By the performer. */
  CamBackEnded: name,
  Removed: { ...name, reason: UpstreamKickReason },
  ModeChanged: { mode: UpstreamRoomMode },
})
export type DeskEvent = typeof DeskEvent.Type

export const DeskLine = Schema.Struct({
  number: Schema.Int,
  /** Milliseconds since 1970. */
  at: Schema.Int,
  event: DeskEvent,
})
export type DeskLine = typeof DeskLine.Type

export const DeskPicture = Schema.Struct({
  /** From the desk, or from a program by her key. */
  isPublished: Schema.Boolean,
  byProgram: Schema.Boolean,
  /** A drawn loop stands in where nobody publishes. */
  hasLoop: Schema.Boolean,
  hasStreamKey: Schema.Boolean,
  /** What a still of the free picture names (`DeskStill`); null where none may be sent now. */
  stretch: Schema.NullOr(Schema.String),
})
export type DeskPicture = typeof DeskPicture.Type

/**
 * GET /desk/performers/{id}?after=: her room. The desk that holds her is shown who is in it and the newest lines;
 * with `after`, the version it knows, the answer waits until there is another. Nobody else is shown anything.
 */
export const DeskRoom = Schema.Struct({
  performer: DeskPerformer,
  version: Schema.Int,
  viewers: Schema.Array(DeskViewer),
  lines: Schema.Array(DeskLine),
  /** Null where there are no pictures, or for who does not have her. */
  picture: Schema.NullOr(DeskPicture),
})
export type DeskRoom = typeof DeskRoom.Type

const session = { session: Schema.String.check(Schema.isBetweenLength(1, 128)) } as const
const Spoken = Schema.String.check(
  Schema.isBetweenLength(MESSAGE_LENGTH.minimum, MESSAGE_LENGTH.maximum),
)

/** POST /desk/performers/{id} */
export const DeskAct = Schema.TaggedUnion({
  TakeOver: {},
  HandBack: {},
  /** `to` is a session; null says it to everybody. */
  Say: { text: Spoken, to: Schema.NullOr(session.session) },
  AcceptVip: session,
  DeclineVip: { ...session, reason: Schema.NullOr(Spoken) },
  StopVip: {},
  Remove: { ...session, reason: UpstreamKickReason },
  EndCamBack: session,
  Switch: { mode: Schema.Literals(["free", "chat", "paused", "offline"]) },
  /** To what she did before the pause. */
  Resume: {},
})
export type DeskAct = typeof DeskAct.Type

/**
 * POST /desk/performers/{id}/media: what the desk that has her shows the media engine, to publish for her, to see what
 * viewers see, or to see a viewer's own camera.
 */
export const DeskMediaRequest = Schema.Union([
  Schema.Struct({ action: Schema.Literals(["publish", "read"]) }),
  Schema.Struct({ action: Schema.Literal("readCamBack"), ...session }),
])
export type DeskMediaRequest = typeof DeskMediaRequest.Type
export const DeskMediaAnswer = Schema.Struct({ path: Schema.String, token: Schema.String })

/**
 * POST /desk/performers/{id}/stream-key: a new key for programs that publish; the one before opens nothing any more.
 * It is told here once. DELETE revokes it. What publishes by the old one is cut.
 */
export const DeskStreamKey = Schema.Struct({ key: Schema.String })

/** A service's own word for one stretch of free chat with a published picture. */
export const Stretch = Schema.String.check(Schema.isBetweenLength(1, 64))

/** Bytes of a still that a desk sends, so that with its words it fits into a call. */
export const MAX_SENT_STILL_BYTES = 12_000

/**
 * POST /desk/performers/{id}/still: a JPEG of the free picture, about every two seconds while the desk publishes. It
 * names the stretch of free chat in which it was taken, so that none is shown in another (409 `notFree`).
 */
export const DeskStill = Schema.Struct({
  stretch: Stretch,
  /** Marked for no-nude mode. */
  isPlain: Schema.Boolean,
  jpeg: Schema.Uint8ArrayFromBase64.check(Schema.isMaxLength(MAX_SENT_STILL_BYTES)),
})

/** Why an act is not carried out, beside what any call is refused for. */
export const DESK_LABELS = [
  /** Another desk has her. */
  "deskTaken",
  /** This desk does not have her, or no more. */
  "deskNotHeld",
  /** That viewer has left. */
  "viewerGone",
  /** That viewer shows no camera. */
  "camBackOff",
  /** Nobody waits for VIP under that session, or nobody is in VIP. */
  "vipNotRunning",
  "malformed",
] as const
export type DeskLabel = (typeof DESK_LABELS)[number]
