/** The editor's windows, each in a script of its own; the emoji with the names of their language. */
import type { Locale } from "@foldcast/contracts/units"
import { type LazyOverlay, lazyOverlay } from "../site/lazy-overlay.tsx"
import type { EmojiPickerProps } from "./emoji-picker.tsx"
import type { PictureWindowProps } from "./picture-window.tsx"

export const PICTURE_WINDOW = lazyOverlay<PictureWindowProps>(
  async () => (await import("./picture-window.tsx")).PictureWindow,
)

const picker = (names: () => Promise<{ readonly default: unknown }>) =>
  lazyOverlay<EmojiPickerProps>(async () => {
    const [{ emojiPickerOf }, data] = await Promise.all([import("./emoji-picker.tsx"), names()])
    return emojiPickerOf(data.default)
  })

export const EMOJI_PICKERS: Readonly<Record<Locale, LazyOverlay<EmojiPickerProps>>> = {
  nl: picker(() => import("./emoji/nl.json")),
  en: picker(() => import("./emoji/en.json")),
}
