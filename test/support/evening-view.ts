/**
 * Compares what each tab shows of its room with what the performer sees, who pays with who may, and a caller's tab with
 * the call.
 */
import type { EveningCallers } from "./evening-callers.ts"
import type { EveningSeats } from "./evening-seats.ts"
import type { EveningTabs } from "./evening-tabs.ts"
import type { QuickRooms } from "./quick-rooms.ts"
import type { RoomTab } from "./room-tab.ts"

type SeenRoom = Awaited<ReturnType<QuickRooms["seen"]>>
type SeenViewer = SeenRoom["viewers"][number] & Pick<SeenRoom, "performer">

/** Most events of a tab named in a fault. */
const LAST_NAMED = 8

/**
 * False after a change of nickname with an unknown outcome: the backend may then hold another name than the tab
 * shows.
 */
const isNameKnown = ({ heard }: RoomTab): boolean => {
  const last = heard.findLast(
    ({ event: { _tag, label } }) =>
      _tag === "RoomJoined" || (_tag === "NicknameRefused" && label === "outcomeUnknown"),
  )
  return last?.event._tag !== "NicknameRefused"
}

/** VIP is for one member: nobody else pays in that room. */
const vipFaults = ({ performer, viewers }: SeenRoom): ReadonlyArray<string> => {
  const paying = viewers.filter(({ mode }) => mode !== "free")
  const isAlone = paying.length <= 1 && !paying.some(({ isGuest }) => isGuest)
  return performer.mode !== "vip" || isAlone
    ? []
    : [`others pay beside VIP in ${performer.name}: ${JSON.stringify(paying)}`]
}

const roomFaults = (tab: RoomTab, seen: SeenViewer | undefined): ReadonlyArray<string> => {
  const { session } = tab
  if (session === null) return []
  const { room, mode, nickname } = session
  const hers = {
    performerId: seen?.performer.id,
    mode: seen?.mode,
    nickname: isNameKnown(tab) ? seen?.nickname : nickname,
    roomMode: seen?.performer.mode,
    waits: seen?.waitsForVip,
    interrupted: false,
  }
  const ours = {
    performerId: room.performerId,
    mode,
    nickname,
    roomMode: room.mode,
    waits: room.vip._tag === "Requested",
    interrupted: room.isInterrupted,
  }
  if (JSON.stringify(hers) === JSON.stringify(ours)) return []
  const last = tab.heard.slice(-LAST_NAMED).map(({ event }) => event._tag)
  return [
    `${tab.name}: ${JSON.stringify(ours)}, but she sees ${JSON.stringify(hers)}; heard last: ${last.join(", ")}`,
  ]
}

interface Seen {
  readonly rooms: ReadonlyArray<SeenRoom>
  readonly tabs: EveningTabs
  readonly callers: EveningCallers
  readonly seats: EveningSeats
}

/** Empty once all events have arrived. */
export const disagreements = ({ rooms, tabs, callers, seats }: Seen): ReadonlyArray<string> => {
  const open = new Map(
    rooms.flatMap(({ performer, viewers }) =>
      viewers.map((viewer) => [viewer.session, { ...viewer, performer }] as const),
    ),
  )
  for (const { performer } of rooms) if (performer.mode !== "paused") seats.lit(performer.id)
  seats.onlyOpen(new Set(open.keys()))
  const faults = rooms.flatMap(vipFaults)
  for (const tab of tabs.all) {
    const isCaller = tabs.isCaller(tab)
    if (isCaller) faults.push(...callers.faults(tab))
    const { session } = tab
    if (session === null) continue
    const { room, sessionId, mode } = session
    const seen = open.get(sessionId)
    open.delete(sessionId)
    if (mode !== "free") seats.sits(sessionId, room.performerId, seen === undefined)
    if (mode !== "free" && isCaller) callers.sits(sessionId)
    faults.push(...roomFaults(tab, seen))
  }
  for (const { nickname, mode } of open.values()) faults.push(`nobody is ${nickname}, ${mode}`)
  return faults
}
