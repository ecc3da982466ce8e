/** `theme`: dark or light, where the visitor chose. */
import { literalCodec } from "./codecs.ts"
import { localItem } from "./stored-item.ts"

export const STORED_THEMES = ["dark", "light"] as const
export type StoredTheme = (typeof STORED_THEMES)[number]

export const THEME_KEY = "theme"
export const themeStore = localItem(THEME_KEY, "choice", literalCodec(STORED_THEMES))
