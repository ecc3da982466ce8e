/** Whether a tip can be given in the room now. Total. Pure. */
import type { RoomState } from "@foldcast/folds/room-state"

export type TipAvailability =
  | "open"
  /** She is in VIP with somebody else, and sees no tip. */
  | "inVipElsewhere"
  /** Nobody is there. */
  | "offline"

export const tipAvailability = ({
  mode,
  presence,
}: Pick<RoomState, "mode" | "presence">): TipAvailability => {
  switch (mode) {
    case "offline":
      return "offline"
    case "vip":
      return presence._tag === "Inside" && presence.mode === "vip" ? "open" : "inVipElsewhere"
    case "free":
    case "chat":
    case "paused":
    case null:
      return "open"
  }
}
