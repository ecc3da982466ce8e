/** The texts of a VIP hold: what is held, and what became of it. Total. Pure. */
import type { VipHoldEnd } from "@foldcast/contracts/stream/room"
import type { Locale } from "@foldcast/contracts/units"
import type { VipHoldState } from "@foldcast/folds/room-state"
import { formatTime } from "@foldcast/messages/date-formats"
import { m } from "@foldcast/messages/messages"
import { formatCredits } from "@foldcast/messages/number-formats"

interface About {
  readonly name: string
  readonly credits: string
}

const BACK: Readonly<Record<VipHoldEnd, (about: About) => string>> = {
  not_joined: m.vip_returned,
  taken_back: m.vip_returned_taken_back,
  left: m.vip_returned,
  interrupted: m.vip_returned_interrupted,
  no_picture: m.vip_returned_no_picture,
  host_left: m.vip_returned_host,
  restarted: m.vip_returned_interrupted,
  default: m.vip_returned,
}

export const vipHoldText = (hold: VipHoldState, name: string, locale: Locale): string => {
  const credits = formatCredits(hold.credits, locale)
  switch (hold._tag) {
    case "Held":
      return m.vip_held({ name, credits })
    case "Kept": {
      const kept = hold.reason === "taken_back" ? m.vip_kept_taken_back : m.vip_kept
      const text = kept({ name, credits })
      return hold.until === null
        ? text
        : `${text} ${m.vip_ask_again({ time: formatTime(hold.until, locale) })}`
    }
    case "Returned":
      return BACK[hold.reason]({ name, credits })
  }
}
