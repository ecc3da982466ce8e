/** How many watch the performer. Pure. */
import type { RoomState } from "./room-state.ts"

/** Null where nobody is let see her, or where nothing is known yet. */
export const watchingCount = ({
  mode,
  members,
}: Pick<RoomState, "mode" | "members">): number | null => {
  switch (mode) {
    case "free":
    case "chat":
      return members.count
    // Whoever else is in the room stands before a blurred picture.
    case "vip":
      return 1
    case "paused":
    case "offline":
    case null:
      return null
  }
}
