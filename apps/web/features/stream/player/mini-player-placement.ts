/** Whether the mini player shows, and in which role. Pure. */
import type { Presence, RoomState } from "@foldcast/folds/room-state"

export type MiniPlayerPlacement =
  | "none"
  /** The stream box is on the page and out of view. */
  | "beside"
  /** The page has no stream box: nothing else shows the room. */
  | "alone"
  /** The room ended on a page without a stream box, and the reason has not been shown. */
  | "told"

export interface MiniPlayerContext {
  /** Whether the room's stream box is on the page. */
  readonly hasBox: boolean
  /** The end that was shown or closed already. */
  readonly read: Presence | null
}

/** Ends that the visitor caused. */
const OWN_ENDS: ReadonlySet<string> = new Set(["requested", "switched", "unloaded"])

const isNews = (presence: Presence): boolean =>
  presence._tag === "Ended" ? !OWN_ENDS.has(presence.why) : presence._tag === "Refused"

/** In a room that no stream box shows it always shows: nobody is in a room, or pays, without seeing it. */
export const miniPlayerPlacement = (
  { presence, miniPlayer }: Pick<RoomState, "miniPlayer" | "presence">,
  { hasBox, read }: MiniPlayerContext,
): MiniPlayerPlacement => {
  if (hasBox) return presence._tag === "Inside" && miniPlayer ? "beside" : "none"
  switch (presence._tag) {
    case "Inside":
      return "alone"
    case "Joining":
      // A change of mode, not a first join.
      return presence.before === null ? "none" : "alone"
    case "Ended":
    case "Refused":
      return isNews(presence) && presence !== read ? "told" : "none"
    case "Outside":
      return "none"
  }
}
