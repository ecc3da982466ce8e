/** Which of a room's conversations a line belongs to (CHAT-33 to CHAT-35), and how many lines are kept. Pure. */
import { type LiveTab, TAB } from "@foldcast/contracts/client-facts/live-tab"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import type { MessageType } from "@foldcast/contracts/stream/room"
import type { RoomAction, RoomLine, RoomLines, ConversationName, RoomState } from "./room-state.ts"
import { withNewest } from "./with-newest.ts"

/** Lines kept for each conversation. */
export const MAX_LINES = 200

/** The conversation that keeps a message; `open` is the one of the mode that the visitor is in now. */
const CONVERSATION_OF: Readonly<Record<MessageType, ConversationName | "paid" | "open">> = {
  room: "private",
  vip: "vip",
  host: "paid",
  member: "paid",
  notice: "open",
}

/** The conversation of each tab; one tab shows all of them and has no lines of its own. */
export const CONVERSATION_OF_TAB: Readonly<Record<LiveTab, ConversationName | null>> = {
  [TAB.public]: "public",
  [TAB.private]: "private",
  [TAB.all]: null,
  [TAB.vip]: "vip",
}

const openConversation = ({ presence }: RoomState): ConversationName => {
  if (presence._tag !== "Inside") return "public"
  return presence.mode === "free" ? "public" : presence.mode === "vip" ? "vip" : "private"
}

/**
 * A message to everybody stays in the public conversation during free chat; a message to one person goes to the
 * paid one (ADR 0045).
 */
export const conversationOf = (
  room: RoomState,
  messageType: MessageType,
  recipient: string,
): ConversationName => {
  const where = CONVERSATION_OF[messageType]
  if (where === "open") return openConversation(room)
  if (where !== "paid") return where
  return recipient === "room" && openConversation(room) === "public"
    ? "public"
    : paidConversation(room)
}

/** An own line stands in the conversation that its tab shows; tabs that show another take none (composer-state.ts). */
export const conversationOfOwn = (
  room: RoomState,
  messageType: "room" | "host",
): ConversationName => (messageType === "room" ? "public" : paidConversation(room))

const paidConversation = (room: RoomState): ConversationName =>
  openConversation(room) === "vip" ? "vip" : "private"

/** Whether the visitor has that conversation in view. */
const isShown = ({ tabs }: RoomState, name: ConversationName): boolean =>
  tabs.active === TAB.all || CONVERSATION_OF_TAB[tabs.active] === name

const added = ({ lines, unseen }: RoomLines, line: RoomLine, isSeen: boolean): RoomLines => ({
  lines: withNewest(lines, line, MAX_LINES),
  unseen: isSeen ? 0 : Math.min(unseen + 1, MAX_LINES),
})

/** Adds a line; a repeated line changes nothing. */
export const withLine = (room: RoomState, name: ConversationName, line: RoomLine): RoomState => {
  const there = room.rooms[name]
  if (there.lines.some(({ id, _tag }) => id === line.id && _tag === line._tag)) return room
  const isSeen = isShown(room, name) || (line._tag === "Said" && line.isOwn)
  return { ...room, rooms: { ...room.rooms, [name]: added(there, line, isSeen) } }
}

/** A line without an author goes to the conversation that the visitor is in. */
export const withSystemLine = (
  room: RoomState,
  line: Exclude<RoomLine, { readonly _tag: "Said" }>,
): RoomState => withLine(room, openConversation(room), line)

const CONVERSATIONS: ReadonlyArray<ConversationName> = ["public", "private", "vip"]

/** Whether the line is that message or tip, or its erased placeholder. */
const isOfWriter = (line: RoomLine, id: string): boolean =>
  line.id === id && line._tag !== "Announced" && line._tag !== "Action"

/** Replaces the line in its place. If the line was never shown, the placeholder is added as the newest. */
export const withErased = (
  room: RoomState,
  erased: Extract<RoomLine, { readonly _tag: "Erased" }>,
): RoomState => {
  const { id } = erased
  const name = CONVERSATIONS.find((each) =>
    room.rooms[each].lines.some((one) => isOfWriter(one, id)),
  )
  if (name === undefined) return withSystemLine(room, erased)
  const there = room.rooms[name]
  const isToErase = (line: RoomLine) => isOfWriter(line, id) && line._tag !== "Erased"
  if (!there.lines.some(isToErase)) return room
  const lines = there.lines.map((line) => (isToErase(line) ? { ...erased, at: line.at } : line))
  return { ...room, rooms: { ...room.rooms, [name]: { ...there, lines } } }
}

/** A room action; the stream box has the words for it. */
export const withAction = (
  room: RoomState,
  { id, at }: OpenEnvelope,
  what: RoomAction,
  detail: string | null = null,
): RoomState => withSystemLine(room, { _tag: "Action", id, at, action: what, detail })

/** Drops the newest line of the visitor's conversation where it is that action. */
export const withoutNewestAction = (room: RoomState, what: RoomAction): RoomState => {
  const name = openConversation(room)
  const there = room.rooms[name]
  const newest = there.lines.at(-1)
  if (newest?._tag !== "Action" || newest.action !== what) return room
  const unseen = Math.max(0, there.unseen - 1)
  const lines = there.lines.slice(0, -1)
  return { ...room, rooms: { ...room.rooms, [name]: { lines, unseen } } }
}

/** Makes the tab active: its conversation has nothing unseen any more (CHAT-31). */
export const withTab = (room: RoomState, tab: LiveTab): RoomState => {
  if (room.tabs.active === tab) return room
  const { active, previous } = room.tabs
  const name = CONVERSATION_OF_TAB[tab]
  const seen = (lines: RoomLines): RoomLines =>
    lines.unseen === 0 ? lines : { ...lines, unseen: 0 }
  return {
    ...room,
    // The tab that shows all is never stored as the previous one.
    tabs: { active: tab, previous: active === TAB.all ? previous : active },
    rooms:
      name === null
        ? {
            public: seen(room.rooms.public),
            private: seen(room.rooms.private),
            vip: seen(room.rooms.vip),
          }
        : { ...room.rooms, [name]: seen(room.rooms[name]) },
  }
}
