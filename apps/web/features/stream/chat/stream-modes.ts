/** The ways to talk with a performer, as the stream's tabs (ADR 0066): names, texts and prices. Total. Pure. */
import { CREDITS_PER_MINUTE } from "@foldcast/contracts/chat-rules"
import { type LiveTab, TAB } from "@foldcast/contracts/client-facts/live-tab"
import { m } from "@foldcast/messages/messages"

export const STREAM_MODES = ["freechat", "private", "vip"] as const
export type StreamMode = (typeof STREAM_MODES)[number]

export interface ModeTerms {
  readonly name: string
  readonly credits: string
  readonly price: string
}

export interface ModeTraits {
  readonly tab: LiveTab
  readonly name: () => string
  readonly text: (inputs: { readonly name: string }) => string
  /** Credits; 0: free. */
  readonly creditsPerMinute: number
  /** The price with its conditions; null: free. */
  readonly terms: ((inputs: ModeTerms) => string) | null
}

export const MODE_TRAITS: Readonly<Record<StreamMode, ModeTraits>> = {
  freechat: {
    tab: TAB.public,
    name: m.mode_freechat,
    text: m.mode_freechat_text,
    creditsPerMinute: 0,
    terms: null,
  },
  private: {
    tab: TAB.private,
    name: m.mode_private,
    text: m.mode_private_text,
    creditsPerMinute: CREDITS_PER_MINUTE.chat,
    terms: m.stream_join_price,
  },
  vip: {
    tab: TAB.vip,
    name: m.mode_vip,
    text: m.mode_vip_text,
    creditsPerMinute: CREDITS_PER_MINUTE.vip,
    terms: m.vip_price,
  },
}

/** The mode whose tab it is; free chat for the tab of all lines, which no screen has. */
export const modeOfTab = (tab: LiveTab): StreamMode =>
  STREAM_MODES.find((mode) => MODE_TRAITS[mode].tab === tab) ?? "freechat"
