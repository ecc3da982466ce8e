/**
 * The room that this document is in: who is there, what was said, what it costs. It joins the site's fold with
 * the stream's own script (with-room.ts): a document that has none never asks to join a room, so it is told of
 * none. Null until the first of its facts. The slice is put together here from its parts, a file each.
 *
 * Invariants: a fact about another performer's room than the one that is shown changes nothing; each fact of a
 * room is folded by one part, no more and no fewer.
 */
import { inRoom, type RoomHandlers } from "./room-change.ts"
import { roomClientFacts } from "./room-client-facts.ts"
import { conversationEvents } from "./room-conversation.ts"
import { mediaEvents } from "./room-media.ts"
import { memberEvents } from "./room-members.ts"
import { modeEvents } from "./room-mode.ts"
import { paidTimeEvents, withMeter } from "./room-paid-time.ts"
import { presenceEvents } from "./room-presence.ts"
import { tipEvents } from "./room-tips.ts"
import { vipHoldEvents } from "./room-vip-hold.ts"
import { vipEvents } from "./room-vip.ts"
import type { Slice } from "./slice.ts"

const PARTS = {
  presence: presenceEvents,
  members: memberEvents,
  conversation: conversationEvents,
  mode: modeEvents,
  vip: vipEvents,
  vipHold: vipHoldEvents,
  tips: tipEvents,
  paidTime: paidTimeEvents,
  media: mediaEvents,
}

type PartName = keyof typeof PARTS
type TagOf<Name extends PartName> = { [Each in Name]: keyof (typeof PARTS)[Each] }[Name]

/** What two parts fold: there is none, or `events` does not compile. The later would take the earlier's place. */
type FoldedTwice = { [Name in PartName]: TagOf<Name> & TagOf<Exclude<PartName, Name>> }[PartName]

const events = {
  ...PARTS.presence,
  ...PARTS.members,
  ...PARTS.conversation,
  ...PARTS.mode,
  ...PARTS.vip,
  ...PARTS.vipHold,
  ...PARTS.tips,
  ...PARTS.paidTime,
  ...PARTS.media,
} satisfies RoomHandlers & Record<FoldedTwice, never>

const isOfChat = (source: string) => source === "chat-socket" || source === "performer-service"

export const roomSlice = {
  events: {
    ...events,
    StreamReset: (batch) => batch.reset("room"),
    LoggedOut: (batch) => batch.reset("room"),
    SourceInterrupted: (batch, { source }, { at }) => {
      if (isOfChat(source)) {
        inRoom(batch, (room) => withMeter({ ...room, isInterrupted: true }, at))
      }
    },
    SourceRestored: (batch, { source }, { at }) => {
      if (isOfChat(source)) {
        inRoom(batch, (room) => withMeter({ ...room, isInterrupted: false }, at))
      }
    },
  },
  facts: roomClientFacts,
} satisfies Slice
