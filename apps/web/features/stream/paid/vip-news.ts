/** What became of a request for VIP, and of what was held for it. */
import type { Locale } from "@foldcast/contracts/units"
import type { RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { formatCredits } from "@foldcast/messages/number-formats"
import { vipRefusal } from "../room/refusal-texts.ts"
import { refusalUntil } from "../room/refused-entry.ts"
import { vipHoldText } from "./vip-hold-text.ts"

export interface VipNewsFor {
  readonly name: string
  readonly locale: Locale
  /** `JoinRoom` is pending. */
  readonly isJoining: boolean
}

export const vipNews = (
  { vip, vipHold, vipStopRefusal }: Pick<RoomState, "vip" | "vipHold" | "vipStopRefusal">,
  { name, locale, isJoining }: VipNewsFor,
): string | null => {
  if (vipStopRefusal !== null) {
    return vip._tag === "Requested" ? m.vip_not_taken_back() : m.vip_not_stopped()
  }
  // A refusal is newer than the hold.
  if (vipHold !== null && vip._tag !== "Refused") {
    return vipHold._tag === "Held" && !isJoining
      ? m.vip_held_waits({ name, credits: formatCredits(vipHold.credits, locale) })
      : vipHoldText(vipHold, name, locale)
  }
  switch (vip._tag) {
    case "Declined":
      return vip.reason === null
        ? m.vip_declined({ name })
        : m.vip_declined_why({ name, reason: vip.reason })
    case "Refused":
      return refusalUntil(vip.label, vip.until, locale) ?? vipRefusal(vip.label, name)
    case "Accepted":
      return m.vip_accepted({ name })
    case "Disconnected":
      return m.vip_disconnected()
    case "Stopped":
      return m.vip_stopped()
    case "Requested":
      return m.vip_waiting({ name })
    case "None":
    case "Running":
      return null
  }
}
