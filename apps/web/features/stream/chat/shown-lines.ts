/** The lines of a tab of the conversation, in order, with runs of one sender grouped. Pure. */
import { type LiveTab, TAB } from "@foldcast/contracts/client-facts/live-tab"
import { CONVERSATION_OF_TAB } from "@foldcast/folds/room-lines"
import type { OwnLine, RoomLine, RoomState, SaidLine } from "@foldcast/folds/room-state"

export type ShownLine =
  | { readonly _tag: "Told"; readonly line: RoomLine; readonly opensRun: boolean }
  | { readonly _tag: "Own"; readonly line: OwnLine }

/** By the message's type, never by its name: anybody may take a name. */
export const isByHost = ({ messageType, isOwn }: SaidLine): boolean =>
  !isOwn && (messageType === "host" || messageType === "vip")

/** The longest run of one sender, in milliseconds and lines. */
const RUN_MS = 40_000
const RUN_LINES = 5

const isSameSender = (one: SaidLine, other: SaidLine): boolean =>
  one.from === other.from && one.isOwn === other.isOwn && isByHost(one) === isByHost(other)

const inOrder = (room: RoomState, tab: LiveTab): ReadonlyArray<RoomLine> => {
  const name = CONVERSATION_OF_TAB[tab]
  if (name !== null) return room.rooms[name].lines
  const { public: open, private: own, vip } = room.rooms
  return [...open.lines, ...own.lines, ...vip.lines].toSorted((a, b) => a.at - b.at)
}

const isOfTab = ({ messageType }: OwnLine, tab: LiveTab): boolean =>
  tab === TAB.all || (messageType === "room") === (tab === TAB.public)

export const shownLines = (room: RoomState | null, tab: LiveTab): ReadonlyArray<ShownLine> => {
  if (room === null) return []
  let run: { readonly of: SaidLine; count: number } | null = null
  const told = inOrder(room, tab).map((line): ShownLine => {
    if (line._tag !== "Said") {
      run = null
      return { _tag: "Told", line, opensRun: true }
    }
    const goesOn =
      run !== null &&
      isSameSender(run.of, line) &&
      run.count < RUN_LINES &&
      line.at - run.of.at <= RUN_MS
    if (goesOn && run !== null) run.count += 1
    else run = { of: line, count: 1 }
    return { _tag: "Told", line, opensRun: !goesOn }
  })
  const own = room.outgoing
    .filter((line) => isOfTab(line, tab))
    .map((line): ShownLine => ({ _tag: "Own", line }))
  return [...told, ...own]
}

export const unseenCount = (room: RoomState | null, tab: LiveTab): number => {
  const name = CONVERSATION_OF_TAB[tab]
  return room === null || name === null ? 0 : room.rooms[name].unseen
}
