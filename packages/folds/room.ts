/**
 * The room that this document is in: its members, messages and costs. The stream's own script adds it to the
 * site's fold (with-room.ts), because a document without that script never joins a room. Null until the first
 * room fact. The slice is composed of parts, one file each.
 *
 * Invariants: a fact about another performer's room changes nothing; exactly one part folds each room fact.
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

/**
 * Tags that two parts fold. It must be empty, or `events` does not compile: the later part would replace the
 * earlier.
 */
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
