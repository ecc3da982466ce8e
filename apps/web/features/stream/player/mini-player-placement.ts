/** Whether the stream shows apart from its stream box, and as what. Pure. */
import type { Presence, RoomState } from "@foldcast/folds/room-state"

export type MiniPlayerPlacement =
  | "none"
  /** The stream box is on the page, out of view. */
  | "beside"
  /** There is no stream box on the page: nothing else shows the room. */
  | "alone"
  /** It ended on a page without a stream box, and nobody has been told why. */
  | "told"

export interface MiniPlayerContext {
  /** Whether the room's stream box is on the page. */
  readonly hasBox: boolean
  /** What has been read already, or closed. */
  readonly read: Presence | null
}

/** Ends that the visitor brought about by closing, or by going elsewhere. */
const OWN_ENDS: ReadonlySet<string> = new Set(["requested", "switched", "unloaded"])

const isNews = (presence: Presence): boolean =>
  presence._tag === "Ended" ? !OWN_ENDS.has(presence.why) : presence._tag === "Refused"

/** While it is in a room that no box shows, it shows: nobody is in a room, or pays for one, unseen. */
export const miniPlayerPlacement = (
  { presence, miniPlayer }: Pick<RoomState, "miniPlayer" | "presence">,
  { hasBox, read }: MiniPlayerContext,
): MiniPlayerPlacement => {
  if (hasBox) return presence._tag === "Inside" && miniPlayer ? "beside" : "none"
  switch (presence._tag) {
    case "Inside":
      return "alone"
    case "Joining":
      // From one way of being there to another.
      return presence.before === null ? "none" : "alone"
    case "Ended":
    case "Refused":
      return isNews(presence) && presence !== read ? "told" : "none"
    case "Outside":
      return "none"
  }
}
