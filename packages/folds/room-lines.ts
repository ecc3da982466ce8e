/** Where lines go in a room (CHAT-33 to CHAT-35), and how many are kept. Pure. */
import type { LiveTab } from "@foldcast/contracts/client-facts/live-tab"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import type { MessageType } from "@foldcast/contracts/stream/room"
import type { RoomAction, RoomLine, RoomLines, RoomName, RoomState } from "./room-state.ts"

/** Lines kept of one room. */
export const MAX_LINES = 200

/** Which room a message is kept in; `open`: the one that the visitor is in now. */
const ROOM_OF: Readonly<Record<MessageType, RoomName | "paid" | "open">> = {
  room: "private",
  vip: "vip",
  host: "paid",
  member: "paid",
  notice: "open",
}

/** Which room each tab shows; the third shows all of them and has no lines of its own. */
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

/** A message for everybody stays where everybody reads; what is meant for one goes where they pay (ADR 0045). */
export const roomOf = (room: RoomState, messageType: MessageType, recipient: string): RoomName => {
  const where = ROOM_OF[messageType]
  if (where === "open") return openRoom(room)
  if (where !== "paid") return where
  return recipient === "room" && openRoom(room) === "public" ? "public" : paidRoom(room)
}

/** Where one's own line shows: in the tab that it was typed in, so that it never vanishes from view. */
export const roomOfOwn = (room: RoomState, messageType: "room" | "host"): RoomName =>
  messageType === "room" ? "public" : paidRoom(room)

const paidRoom = (room: RoomState): RoomName => (openRoom(room) === "vip" ? "vip" : "private")

/** Whether the visitor looks at that room now. */
const isShown = ({ tabs }: RoomState, name: RoomName): boolean =>
  tabs.active === 2 || ROOM_OF_TAB[tabs.active] === name

const added = ({ lines, unseen }: RoomLines, line: RoomLine, isSeen: boolean): RoomLines => ({
  lines: [...(lines.length < MAX_LINES ? lines : lines.slice(1 - MAX_LINES)), line],
  unseen: isSeen ? 0 : Math.min(unseen + 1, MAX_LINES),
})

/** One line more; told again, it changes nothing. */
export const withLine = (room: RoomState, name: RoomName, line: RoomLine): RoomState => {
  const there = room.rooms[name]
  if (there.lines.some(({ id, _tag }) => id === line.id && _tag === line._tag)) return room
  const isSeen = isShown(room, name) || (line._tag === "Said" && line.isOwn)
  return { ...room, rooms: { ...room.rooms, [name]: added(there, line, isSeen) } }
}

/** What is not said by anybody goes where the visitor is. */
export const withSystemLine = (
  room: RoomState,
  line: Exclude<RoomLine, { readonly _tag: "Said" }>,
): RoomState => withLine(room, openRoom(room), line)

const ROOM_NAMES: ReadonlyArray<RoomName> = ["public", "private", "vip"]

/** What somebody wrote, or what is in its place. */
const isOfWriter = (line: RoomLine, id: string): boolean =>
  line.id === id && line._tag !== "Announced" && line._tag !== "Action"

/** Where the line stands, another is in its place; one that was never shown is told of as the newest. */
export const withErased = (
  room: RoomState,
  erased: Extract<RoomLine, { readonly _tag: "Erased" }>,
): RoomState => {
  const { id } = erased
  const name = ROOM_NAMES.find((each) => room.rooms[each].lines.some((one) => isOfWriter(one, id)))
  if (name === undefined) return withSystemLine(room, erased)
  const there = room.rooms[name]
  const lines = there.lines.map((line) =>
    isOfWriter(line, id) && line._tag !== "Erased" ? { ...erased, at: line.at } : line,
  )
  return { ...room, rooms: { ...room.rooms, [name]: { ...there, lines } } }
}

/** What happened, of which the stream box has the words. */
export const withAction = (
  room: RoomState,
  { id, at }: OpenEnvelope,
  what: RoomAction,
  detail: string | null = null,
): RoomState => withSystemLine(room, { _tag: "Action", id, at, action: what, detail })

/** The tab is looked at: its room has nothing unseen any more (CHAT-31). */
export const withTab = (room: RoomState, tab: LiveTab): RoomState => {
  if (room.tabs.active === tab) return room
  const { active, previous } = room.tabs
  const name = ROOM_OF_TAB[tab]
  const seen = (lines: RoomLines): RoomLines =>
    lines.unseen === 0 ? lines : { ...lines, unseen: 0 }
  return {
    ...room,
    // The third is never remembered as the one before.
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
