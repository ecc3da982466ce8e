/**
 * A room's mode as the status bits of the list of performers. Pure.
 *
 * Invariant: each mode reads back as itself.
 */
import type { UpstreamRoomMode } from "@foldcast/contracts/upstream/chat-service"
import { STATUS_BITS } from "@foldcast/rules/performer-attributes"

export const MODE_BITS: Readonly<Record<UpstreamRoomMode, number>> = {
  offline: 0,
  chat: STATUS_BITS.live,
  free: STATUS_BITS.live | STATUS_BITS.free,
  vip: STATUS_BITS.live | STATUS_BITS.vip,
  paused: STATUS_BITS.live | STATUS_BITS.pause,
}

/** The mode of these bits. */
export const modeOfStatus = (bits: number): UpstreamRoomMode => {
  if (bits === 0) return "offline"
  if ((bits & STATUS_BITS.vip) !== 0) return "vip"
  if ((bits & STATUS_BITS.pause) !== 0) return "paused"
  return (bits & STATUS_BITS.free) !== 0 ? "free" : "chat"
}
