/** `theme`: dark or light, where the visitor chose. */
import { oneOf } from "./codecs.ts"
import { localStore } from "./stored.ts"

export const STORED_THEMES = ["dark", "light"] as const
export type StoredTheme = (typeof STORED_THEMES)[number]

export const THEME_KEY = "theme"
export const themeStore = localStore({ key: THEME_KEY, purpose: "choice" }, oneOf(STORED_THEMES))
