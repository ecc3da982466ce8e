/** The texts of a room's own lines: what happened, tips and toy tips by kind. Total. Pure. */
import type { RoomAction, SystemLine } from "@foldcast/folds/room-state"
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"
import { formatCount, formatCredits } from "@foldcast/messages/number-formats"
import { INTENSITY_NAMES, TIP_NAMES } from "../paid/tip-names.ts"

interface About {
  readonly name: string
  readonly detail: string | null
}

const ACTIONS: Readonly<Record<RoomAction, (about: About) => string>> = {
  freeChatStarted: m.line_free_started,
  freeChatStopped: m.line_free_stopped,
  paused: m.line_paused,
  hostLeft: m.line_host_left,
  roomClosed: m.line_room_closed,
  vipStarted: m.line_vip_started,
  vipRequested: m.line_vip_requested,
  vipAccepted: m.line_vip_accepted,
  vipDeclined: ({ name, detail }) =>
    detail === null
      ? m.line_vip_declined({ name })
      : m.line_vip_declined_why({ name, reason: detail }),
  vipStopped: m.line_vip_stopped,
  vipTakenBack: m.line_vip_taken_back,
  vipDisconnected: m.line_vip_disconnected,
  toyMoves: m.line_toy_moves,
  nicknameChanged: ({ name, detail }) => m.line_nickname({ name: detail ?? name }),
}

const ERASED: Readonly<Record<Extract<SystemLine, { _tag: "Erased" }>["what"], () => string>> = {
  message: m.line_message_erased,
  tip: m.line_tip_erased,
  toyTip: m.line_tip_erased,
}

/** `name` is the performer's. */
export const systemLineText = (line: SystemLine, name: string, locale: Locale): string => {
  switch (line._tag) {
    case "Announced":
      return line.message
    case "Tipped": {
      const kind = TIP_NAMES[line.tipType]()
      return m.line_tip({ from: line.from, kind, credits: formatCredits(line.amount, locale) })
    }
    case "ToyTipped":
      return m.line_toy_tip({
        from: line.from,
        credits: formatCredits(line.amount, locale),
        intensity: INTENSITY_NAMES[line.intensity](),
        level: formatCount(line.level, locale),
        seconds: formatCount(line.seconds, locale),
      })
    case "Erased":
      return ERASED[line.what]()
    case "Action":
      return ACTIONS[line.action]({ name, detail: line.detail })
  }
}
