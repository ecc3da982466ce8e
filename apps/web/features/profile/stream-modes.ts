/**
 * The ways to talk with a performer as the stream's tabs (PROFILE-05): what each is called, what it is,
 * what a minute of it costs. Total. Pure.
 */
import { CREDITS_PER_CHAT_MINUTE } from "@foldcast/contracts/chat-minute"
import { m } from "@foldcast/messages/messages"
import { BASE_CENTS_PER_MINUTE } from "@foldcast/rules/money"

export const STREAM_MODES = ["freechat", "private", "chat", "vip"] as const
export type StreamMode = (typeof STREAM_MODES)[number]

/** Four times a minute of private chat. */
const CREDITS_PER_VIP_MINUTE = 240

export interface ModeTraits {
  readonly name: () => string
  readonly text: (inputs: { readonly name: string }) => string
  /** Credits of a minute; 0: free; null: no price of its own. */
  readonly creditsPerMinute: number | null
}

export const MODE_TRAITS: Readonly<Record<StreamMode, ModeTraits>> = {
  freechat: { name: m.mode_freechat, text: m.mode_freechat_text, creditsPerMinute: 0 },
  private: {
    name: m.mode_private,
    text: m.mode_private_text,
    creditsPerMinute: CREDITS_PER_CHAT_MINUTE,
  },
  chat: { name: m.mode_chat, text: m.mode_chat_text, creditsPerMinute: null },
  vip: { name: m.mode_vip, text: m.mode_vip_text, creditsPerMinute: CREDITS_PER_VIP_MINUTE },
}

/** Euro cents for a minute at the base price; prices are whole minutes' worth. */
export const centsOf = (creditsPerMinute: number): number =>
  (creditsPerMinute / CREDITS_PER_CHAT_MINUTE) * BASE_CENTS_PER_MINUTE
