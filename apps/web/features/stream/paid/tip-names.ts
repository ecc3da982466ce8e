/** What tips and intensities of toy tips are called, and what a tip does. Total. Pure. */
import type { TipType, ToyIntensity } from "@foldcast/contracts/chat-rules"
import { m } from "@foldcast/messages/messages"

export const TIP_NAMES: Readonly<Record<TipType, () => string>> = {
  wink: m.tip_wink,
  kiss: m.tip_kiss,
  drink: m.tip_drink,
  heart: m.tip_heart,
  gift: m.tip_gift,
}

/** What a tip does. */
export const TIP_TEXTS: Readonly<Record<TipType, (inputs: { readonly name: string }) => string>> = {
  wink: () => m.tip_wink_text(),
  kiss: () => m.tip_kiss_text(),
  drink: m.tip_drink_text,
  heart: m.tip_heart_text,
  gift: () => m.tip_gift_text(),
}

export const INTENSITY_NAMES: Readonly<Record<ToyIntensity, () => string>> = {
  low: m.toy_low,
  normal: m.toy_normal,
  medium: m.toy_medium,
  hard: m.toy_hard,
  extreme: m.toy_extreme,
}
