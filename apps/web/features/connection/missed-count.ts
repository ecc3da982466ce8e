/**
 * How much happened to the visitor while the connection was lost. What the gateway tells to begin again (the room that
 * is entered anew, sources that answer again) is no news. Pure.
 */
import type { RoomState } from "@foldcast/folds/room-state"
import type { SiteState } from "@foldcast/folds/site-state"

const linesOf = (room: RoomState | null) =>
  room === null ? [] : Object.values(room.rooms).flatMap(({ lines }) => lines)

const newLines = (before: RoomState | null, after: RoomState | null): number => {
  if (before === null || before.performerId !== after?.performerId) return 0
  const known = new Set(linesOf(before).map(({ id }) => id))
  return linesOf(after).filter(
    (line) => !known.has(line.id) && (line._tag !== "Said" || !line.isOwn),
  ).length
}

/** Lines of the room, and a balance that is another one. */
export const missedCount = (before: SiteState, after: SiteState): number => {
  const [had, has] = [before.credits.balance, after.credits.balance]
  const isPaid = had !== null && has !== null && had !== has
  return newLines(before.room, after.room) + (isPaid ? 1 : 0)
}
