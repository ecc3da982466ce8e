/**
 * The room that this document is in: its members, messages and costs. The stream's own script adds it to the
 * site's fold (with-room.ts), because a document without that script never joins a room. Null until the first
 * room fact. The slice is composed of parts, one file each.
 *
 * Invariants: a fact about another performer's room changes nothing; exactly one part folds each room fact.
 */
import type { SourceName } from "@foldcast/contracts/stream/visit"
import { INITIAL_STATE } from "./initial-state.ts"
import { forAnyRoom, forEnteredRoom, forShownRoom, type RoomTag } from "./room-change.ts"
import { roomClientFacts } from "./room-client-facts.ts"
import { conversationEvents } from "./room-conversation.ts"
import { mediaEvents } from "./room-media.ts"
import { memberEvents } from "./room-members.ts"
import { modeEvents } from "./room-mode.ts"
import { paidTimeEvents, receiptEvents, withMeter } from "./room-paid-time.ts"
import { entryEvents, presenceEvents } from "./room-presence.ts"
import { tipEvents } from "./room-tips.ts"
import { vipHoldEvents } from "./room-vip-hold.ts"
import { vipEvents } from "./room-vip.ts"
import type { RoomState } from "./room-state.ts"
import { type EventHandlers, type Slice, withChanges } from "./slice.ts"

const PARTS = {
  entry: entryEvents,
  receipt: receiptEvents,
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

const { entry, receipt, ...shown } = PARTS

const events = {
  ...forEnteredRoom(entry),
  ...forAnyRoom(receipt),
  ...forShownRoom({
    ...shown.presence,
    ...shown.members,
    ...shown.conversation,
    ...shown.mode,
    ...shown.vip,
    ...shown.vipHold,
    ...shown.tips,
    ...shown.paidTime,
    ...shown.media,
  }),
} satisfies Pick<EventHandlers<RoomState | null>, RoomTag> & Record<FoldedTwice, never>

const withInterruption = (
  room: RoomState,
  source: SourceName,
  isInterrupted: boolean,
  at: number,
) =>
  source === "chat-socket" || source === "performer-service"
    ? withMeter(withChanges(room, { isInterrupted }), at)
    : room

const initial = () => INITIAL_STATE.room

export const roomSlice = {
  events: {
    ...events,
    StreamReset: initial,
    LoggedOut: initial,
    ...forAnyRoom({
      SourceInterrupted: (room, { source }, { at }) => withInterruption(room, source, true, at),
      SourceRestored: (room, { source }, { at }) => withInterruption(room, source, false, at),
    } satisfies Partial<EventHandlers<RoomState>>),
  },
  facts: roomClientFacts,
} satisfies Slice<RoomState | null>
