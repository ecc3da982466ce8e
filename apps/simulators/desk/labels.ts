/** The desk's texts for modes, counts and refusals of the contract. Pure. */
import { m } from "@foldcast/messages/messages"
import { formatCount } from "@foldcast/messages/number-formats"
import type {
  DeskLabel,
  DeskPerformer,
  DeskViewer,
} from "@foldcast/contracts/upstream/performer-desk"
import type { Language } from "../page/language.ts"

type Mode = DeskPerformer["mode"]
type Say = (inputs: Record<string, never>, options: { readonly locale: Language }) => string

const MODES: Readonly<Record<Mode, Say>> = {
  offline: m.desk_mode_offline,
  chat: m.desk_mode_chat,
  free: m.desk_mode_free,
  vip: m.desk_mode_vip,
  paused: m.desk_mode_paused,
}
export const modeText = (mode: Mode, locale: Language): string => MODES[mode]({}, { locale })

const WATCHING: Readonly<Record<DeskViewer["mode"], Say>> = {
  free: m.desk_in_free,
  chat: m.desk_in_chat,
  vip: m.desk_in_vip,
}
/** Who watches free sees her in free chat alone. */
export const viewerModeText = (mode: DeskViewer["mode"], room: Mode, locale: Language): string => {
  const text = mode === "free" && room !== "free" ? m.desk_in_unseeing : WATCHING[mode]
  return text({}, { locale })
}

export const viewersText = (count: number, locale: Language): string =>
  m.desk_viewers_count({ count, formatted: formatCount(count, locale) }, { locale })

const PROBLEMS: Readonly<Record<DeskLabel, Say>> = {
  deskTaken: m.desk_problem_taken,
  deskNotHeld: m.desk_problem_not_held,
  camBackOff: m.desk_problem_cam_back_off,
  viewerGone: m.desk_problem_viewer_gone,
  vipNotRunning: m.desk_problem_vip_not_running,
  blocked: m.desk_problem_blocked,
  guestNotBlocked: m.desk_problem_guest_not_blocked,
  malformed: m.desk_problem_malformed,
}
const isKnown = (label: string): label is DeskLabel => label in PROBLEMS

export const problemText = (label: string, locale: Language): string =>
  (isKnown(label) ? PROBLEMS[label] : m.desk_problem_other)({}, { locale })
