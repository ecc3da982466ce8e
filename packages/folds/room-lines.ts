/** Which room a line belongs to (CHAT-33 to CHAT-35), and how many lines are kept. Pure. */
import type { LiveTab } from "@foldcast/contracts/client-facts/live-tab"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import type { MessageType } from "@foldcast/contracts/stream/room"
import type { RoomAction, RoomLine, RoomLines, RoomName, RoomState } from "./room-state.ts"
import { withNewest } from "./with-newest.ts"

/** Lines kept for each room. */
export const MAX_LINES = 200

/** The room that keeps a message; `open` is the room that the visitor is in now. */
const ROOM_OF: Readonly<Record<MessageType, RoomName | "paid" | "open">> = {
  room: "private",
  vip: "vip",
  host: "paid",
  member: "paid",
  notice: "open",
}

/** The room of each tab. The third tab shows all rooms and has no lines of its own. */
export const ROOM_OF_TAB: Readonly<Record<LiveTab, RoomName | null>> = {
  0: "public",
  1: "private",
  2: null,
  3: "vip",
}

const openRoom = ({ presence }: RoomState): RoomName => {
  if (presence._tag !== "Inside") return "public"
  return presence.mode === "free" ? "public" : presence.mode === "vip" ? "vip" : "private"
}

/**
 * A message to everybody stays in the public room during free chat; a message to one person goes to the paid
 * room (ADR 0045).
 */
export const roomOf = (room: RoomState, messageType: MessageType, recipient: string): RoomName => {
  const where = ROOM_OF[messageType]
  if (where === "open") return openRoom(room)
  if (where !== "paid") return where
  return recipient === "room" && openRoom(room) === "public" ? "public" : paidRoom(room)
}

/** An own line shows in the tab where it was typed, so it never vanishes from view. */
export const roomOfOwn = (room: RoomState, messageType: "room" | "host"): RoomName =>
  messageType === "room" ? "public" : paidRoom(room)

const paidRoom = (room: RoomState): RoomName => (openRoom(room) === "vip" ? "vip" : "private")

/** Whether the visitor has that room in view. */
const isShown = ({ tabs }: RoomState, name: RoomName): boolean =>
  tabs.active === 2 || ROOM_OF_TAB[tabs.active] === name

const added = ({ lines, unseen }: RoomLines, line: RoomLine, isSeen: boolean): RoomLines => ({
  lines: withNewest(lines, line, MAX_LINES),
  unseen: isSeen ? 0 : Math.min(unseen + 1, MAX_LINES),
})

/** Adds a line; a repeated line changes nothing. */
export const withLine = (room: RoomState, name: RoomName, line: RoomLine): RoomState => {
  const there = room.rooms[name]
  if (there.lines.some(({ id, _tag }) => id === line.id && _tag === line._tag)) return room
  const isSeen = isShown(room, name) || (line._tag === "Said" && line.isOwn)
  return { ...room, rooms: { ...room.rooms, [name]: added(there, line, isSeen) } }
}

/** A line without an author goes to the room that the visitor is in. */
export const withSystemLine = (
  room: RoomState,
  line: Exclude<RoomLine, { readonly _tag: "Said" }>,
): RoomState => withLine(room, openRoom(room), line)

const ROOM_NAMES: ReadonlyArray<RoomName> = ["public", "private", "vip"]

/** Whether the line is that message or tip, or its erased placeholder. */
const isOfWriter = (line: RoomLine, id: string): boolean =>
  line.id === id && line._tag !== "Announced" && line._tag !== "Action"

/** Replaces the line in its place. If the line was never shown, the placeholder is added as the newest. */
export const withErased = (
  room: RoomState,
  erased: Extract<RoomLine, { readonly _tag: "Erased" }>,
): RoomState => {
  const { id } = erased
  const name = ROOM_NAMES.find((each) => room.rooms[each].lines.some((one) => isOfWriter(one, id)))
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

/** Makes the tab active: its room has nothing unseen any more (CHAT-31). */
export const withTab = (room: RoomState, tab: LiveTab): RoomState => {
  if (room.tabs.active === tab) return room
  const { active, previous } = room.tabs
  const name = ROOM_OF_TAB[tab]
  const seen = (lines: RoomLines): RoomLines =>
    lines.unseen === 0 ? lines : { ...lines, unseen: 0 }
  return {
    ...room,
    // The third tab is never stored as the previous one.
    tabs: { active: tab, previous: active === 2 ? previous : active },
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
