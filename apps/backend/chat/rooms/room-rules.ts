/** The rules of every room, from the settings. Pure. Caller: ../rooms.ts. */
import type { BackendConfigShape } from "../../config.ts"
import { BRAND_NAMES } from "../../demo/brands.ts"
import type { RoomRules } from "../room/room-state.ts"
import { mutedWords } from "../spoken-text.ts"

const ACCEPTED_MS = 20_000

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
    acceptedMs: ACCEPTED_MS,
    longPauseMs: chat.longPauseMs,
    toySecondsPerLevel: chat.toySecondsPerLevel,
    messagePrice: chat.messagePrice,
    isMuted: mutedWords(chat.mutedWords),
    brands: BRAND_NAMES,
  }
}
