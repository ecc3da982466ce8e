/** The name of each status. Total. */
import { m } from "@foldcast/messages/messages"
import type { NamedStatus } from "@foldcast/rules/performer-status"

export const STATUS_NAMES: Readonly<Record<NamedStatus, () => string>> = {
  vip: m.status_vip,
  free: m.status_free,
  pause: m.status_pause,
  live: m.status_live,
  offline: m.status_offline,
}
