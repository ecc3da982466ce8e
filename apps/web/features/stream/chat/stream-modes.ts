/** The ways to talk with a performer, as the stream's tabs (PROFILE-05): names, texts and prices. Total. Pure. */
import { CREDITS_PER_MINUTE } from "@foldcast/contracts/chat-rules"
import { m } from "@foldcast/messages/messages"

export const STREAM_MODES = ["freechat", "private", "chat", "vip"] as const
export type StreamMode = (typeof STREAM_MODES)[number]

export interface ModeTraits {
  readonly name: () => string
  readonly text: (inputs: { readonly name: string }) => string
  /** Credits for a minute; 0: free; null: the price is the room's. */
  readonly creditsPerMinute: number | null
}

export const MODE_TRAITS: Readonly<Record<StreamMode, ModeTraits>> = {
  freechat: { name: m.mode_freechat, text: m.mode_freechat_text, creditsPerMinute: 0 },
  private: {
    name: m.mode_private,
    text: m.mode_private_text,
    creditsPerMinute: CREDITS_PER_MINUTE.chat,
  },
  chat: { name: m.mode_chat, text: m.mode_chat_text, creditsPerMinute: null },
  vip: { name: m.mode_vip, text: m.mode_vip_text, creditsPerMinute: CREDITS_PER_MINUTE.vip },
}
