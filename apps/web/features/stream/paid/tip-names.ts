/** What tips and intensities of toy tips are called. Total. Pure. */
import type { TipType, ToyIntensity } from "@foldcast/contracts/chat-rules"
import { m } from "@foldcast/messages/messages"

export const TIP_NAMES: Readonly<Record<TipType, () => string>> = {
  wink: m.tip_wink,
  kiss: m.tip_kiss,
  drink: m.tip_drink,
  heart: m.tip_heart,
  gift: m.tip_gift,
}

export const INTENSITY_NAMES: Readonly<Record<ToyIntensity, () => string>> = {
  low: m.toy_low,
  normal: m.toy_normal,
  medium: m.toy_medium,
  hard: m.toy_hard,
  extreme: m.toy_extreme,
}
