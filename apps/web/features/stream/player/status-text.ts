/** The performer's status as a sentence. Pure. */
import { m } from "@foldcast/messages/messages"
import { type NamedStatus, namedStatus } from "@foldcast/rules/performer-status"

export type NameText = (inputs: { readonly name: string }) => string

const BY_STATUS: Readonly<Record<NamedStatus, NameText>> = {
  live: m.stage_live,
  free: m.stage_free,
  vip: m.stage_vip,
  pause: m.stage_pause,
  offline: m.stage_offline,
}

export const statusText = (onlineStatus: number, name: string): string =>
  BY_STATUS[namedStatus(onlineStatus)]({ name })
