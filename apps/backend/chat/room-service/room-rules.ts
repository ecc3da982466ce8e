/** The rules of every room, from the settings. Pure. */
import type { BackendConfigShape } from "../../config.ts"
import { BRAND_NAMES } from "../../brands/brands.ts"
import type { RoomRules } from "../room-model/chat-room-state.ts"
import { mutedWords } from "../room-model/message-text.ts"

/** The media engine is probed every two seconds, and is away after two failures. */
const PICTURE_KNOWN_MS = 5_000

export const roomRules = (chat: BackendConfigShape["chat"]): RoomRules => {
  const tariff = (mode: "chat" | "vip") => ({
    creditsPerMinute: chat.creditsPerMinute[mode],
    intervalMs: chat.intervalMs,
    vouchMs: 1.5 * chat.keepAliveMs,
  })
  return {
    tariffs: { chat: tariff("chat"), vip: tariff("vip") },
    silentAfterMs: chat.silentAfterMs,
    requestMs: chat.vipRequestMs,
    acceptedMs: chat.vipJoinMs,
    pictureKnownMs: PICTURE_KNOWN_MS,
    longPauseMs: chat.longPauseMs,
    toySecondsPerLevel: chat.toySecondsPerLevel,
    messagePrice: chat.messagePrice,
    isMuted: mutedWords(chat.mutedWords),
    brands: BRAND_NAMES,
  }
}
