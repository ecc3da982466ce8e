/**
 * The reference service's API for performers' desks: takes a performer over, shows the room, and carries out what
 * the performer does there. It carries private lines, so it has its own key (`X-Desk-Key`), exists only where that
 * key is set, and is not used by the gateway. Every call names its desk (`X-Desk`).
 */
import { Schema } from "effect"
import { BLOCKED_LABEL, MESSAGE_LENGTH } from "../chat-rules.ts"
import { MAX_MESSAGE_CHARACTERS } from "../private-message.ts"
import { UpstreamKickReason, UpstreamRoomMode } from "./chat-service.ts"

/** An id that a desk chooses for itself. */
export const DeskId = Schema.String.check(Schema.isPattern(/^[\w-]{16,64}$/u))

/** Seconds that a call waits at most for a change (long polling). */
export const DESK_WAIT_SECONDS = 15

/** Which desk holds the performer: none, this one, or another. */
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
  /** The viewer's own camera: off, announced, or sending a picture. */
  camBack: Schema.Literals(["off", "starting", "sending"]),
})
export type DeskViewer = typeof DeskViewer.Type

const name = { nickname: Schema.String } as const
const text = { text: Schema.String } as const

/** What happened since the desk took the performer over. */
export const DeskEvent = Schema.TaggedUnion({
  Said: { ...name, ...text, isPrivate: Schema.Boolean },
  /** By the desk; null: to everybody. */
  Answered: { ...text, to: Schema.NullOr(Schema.String) },
  Tipped: {
    ...name,
    ...text,
    amount: Schema.Int,
    isPublic: Schema.Boolean,
    /** The toy's intensity; null for a tip of credits. */
    toyLevel: Schema.NullOr(Schema.Int),
  },
  Joined: {
    ...name,
    isGuest: Schema.Boolean,
    mode: DeskViewer.fields.mode,
    /** The viewer switched modes or came back at once, so there is no `Left` before it. */
    wasHere: Schema.Boolean,
  },
  Left: name,
  Renamed: { from: Schema.String, to: Schema.String },
  VipRequested: name,
  VipTakenBack: name,
  VipAccepted: name,
  VipDeclined: { ...name, reason: Schema.NullOr(Schema.String) },
  /** By its viewer, or by the end of its session. */
  CamBack: { ...name, isOn: Schema.Boolean },
  /** By the performer. */
  CamBackEnded: name,
  Removed: { ...name, reason: UpstreamKickReason },
  Blocked: name,
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
  /** From the desk, or from a program with the stream key. */
  isPublished: Schema.Boolean,
  byProgram: Schema.Boolean,
  /** A drawn loop is shown while nothing is published. */
  hasLoop: Schema.Boolean,
  hasStreamKey: Schema.Boolean,
  /** The id that a still of the free picture must name (`DeskStill`); null where none may be sent now. */
  stretch: Schema.NullOr(Schema.String),
})
export type DeskPicture = typeof DeskPicture.Type

/**
 * GET /desk/performers/{id}?after=: the performer's room. Only the desk that holds the performer sees the viewers
 * and the newest lines. With `after`, the version that the desk has, the answer waits for a newer one.
 */
export const DeskRoom = Schema.Struct({
  performer: DeskPerformer,
  version: Schema.Int,
  viewers: Schema.Array(DeskViewer),
  lines: Schema.Array(DeskLine),
  /** Null where there are no pictures, or for a desk that does not hold the performer. */
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
  /** `to` is a session; null: to everybody. */
  Say: { text: Spoken, to: Schema.NullOr(session.session) },
  AcceptVip: session,
  DeclineVip: { ...session, reason: Schema.NullOr(Spoken) },
  StopVip: {},
  Remove: { ...session, reason: UpstreamKickReason },
  /** A member leaves the room and can neither come back nor write; her inbox takes it back. Not for guests. */
  Block: session,
  EndCamBack: session,
  Switch: { mode: Schema.Literals(["free", "chat", "paused", "offline"]) },
  /** Returns to the mode before the pause. */
  Resume: {},
})
export type DeskAct = typeof DeskAct.Type

/**
 * POST /desk/performers/{id}/media: a media engine token for the desk that holds the performer: to publish, to
 * watch what viewers see, or to watch a viewer's own camera.
 */
export const DeskMediaRequest = Schema.Union([
  Schema.Struct({ action: Schema.Literals(["publish", "read"]) }),
  Schema.Struct({ action: Schema.Literal("readCamBack"), ...session }),
])
export type DeskMediaRequest = typeof DeskMediaRequest.Type
export const DeskMediaAnswer = Schema.Struct({ path: Schema.String, token: Schema.String })

/**
 * POST /desk/performers/{id}/stream-key: a new key for programs that publish; it replaces the old one, and is shown
 * only in this answer. DELETE revokes it. A stream that uses the old key is cut.
 */
export const DeskStreamKey = Schema.Struct({ key: Schema.String })

/** The service's id for one stretch of free chat with a published picture. */
export const Stretch = Schema.String.check(Schema.isBetweenLength(1, 64))

/** Bytes of a still from a desk, so that it fits into a call in base64. */
export const MAX_SENT_STILL_BYTES = 12_000

/**
 * POST /desk/performers/{id}/still: a JPEG of the free picture, about every two seconds while the desk publishes.
 * It names the stretch of free chat in which it was taken, so that it is not shown in another (409 `notFree`).
 */
export const DeskStill = Schema.Struct({
  stretch: Stretch,
  /** Marked for no-nude mode. */
  isPlain: Schema.Boolean,
  jpeg: Schema.Uint8ArrayFromBase64.check(Schema.isMaxLength(MAX_SENT_STILL_BYTES)),
})

const MessagingId = Schema.String.check(Schema.isBetweenLength(1, 128))
/** What the member is called; null while no name was chosen. */
const MemberName = Schema.NullOr(Schema.String)
const Instant = Schema.Int

export const DeskConversation = Schema.Struct({
  id: MessagingId,
  name: MemberName,
  /** The newest message: milliseconds since 1970, and its text; null for a picture. */
  at: Instant,
  text: Schema.NullOr(Schema.String),
  isFromMember: Schema.Boolean,
  /** Messages that the performer has not read. */
  unread: Schema.Int,
  /** False where one of the two has blocked the other. */
  mayWrite: Schema.Boolean,
})
export type DeskConversation = typeof DeskConversation.Type

export const DeskMessage = Schema.Struct({
  /** 1, 2, 3 … in the conversation. */
  number: Schema.Int,
  at: Instant,
  isFromMember: Schema.Boolean,
  isRead: Schema.Boolean,
  /** Neither: its writer's account is gone. */
  text: Schema.NullOr(Schema.String),
  picture: Schema.NullOr(MessagingId),
})
export type DeskMessage = typeof DeskMessage.Type

/**
 * GET /desk/performers/{id}/inbox: the conversations of the performer whom this desk holds, the newest first. With
 * `conversation`, an id, the newest messages of that one as well, the oldest of them first. Looking reads nothing.
 */
export const DeskInbox = Schema.Struct({
  name: Schema.String,
  conversations: Schema.Array(DeskConversation),
  open: Schema.NullOr(
    Schema.Struct({
      id: MessagingId,
      name: MemberName,
      messages: Schema.Array(DeskMessage),
      mayWrite: Schema.Boolean,
    }),
  ),
  /** Whom she blocked, newest first, each by the id of the block. */
  blocked: Schema.Array(Schema.Struct({ id: MessagingId, name: MemberName })),
})
export type DeskInbox = typeof DeskInbox.Type

/** POST /desk/performers/{id}/inbox */
export const DeskInboxAct = Schema.TaggedUnion({
  /** Everything up to that number. */
  Read: { conversation: MessagingId, upTo: Schema.Int },
  Write: {
    conversation: MessagingId,
    text: Schema.Trim.check(Schema.isBetweenLength(1, MAX_MESSAGE_CHARACTERS)),
  },
  /** Its member may neither write nor come into her room. */
  Block: { conversation: MessagingId },
  Unblock: { block: MessagingId },
})
export type DeskInboxAct = typeof DeskInboxAct.Type

/** GET /desk/performers/{id}/inbox-picture?picture= */
export const DeskMessagePicture = Schema.Struct({ jpeg: Schema.Uint8ArrayFromBase64 })

/** Why an act is refused, beside the general labels. */
export const DESK_LABELS = [
  "deskTaken",
  "deskNotHeld",
  "viewerGone",
  /** That viewer shows no camera. */
  "camBackOff",
  /** That session does not wait for VIP, or no session is in VIP. */
  "vipNotRunning",
  BLOCKED_LABEL,
  /** A guest has no account to be blocked. */
  "guestNotBlocked",
  "malformed",
] as const
export type DeskLabel = (typeof DESK_LABELS)[number]
