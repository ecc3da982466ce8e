/** What follows the end of a session in a room. Pure. */
import type { EndReason, Presence } from "./room-state.ts"

/** Ends of paid time after which the visitor continues in free chat. The others show a notice with the next step. */
const GOES_ON_FREE: ReadonlySet<EndReason> = new Set<EndReason>([
  "requested",
  "switched",
  "lost",
  // The page was suspended and is back.
  "unloaded",
  "default",
])

export const goesOnFree = (presence: Presence): boolean =>
  presence._tag === "Ended" &&
  (presence.mode === "chat" || presence.mode === "vip") &&
  GOES_ON_FREE.has(presence.why)
