/**
 * The page's theme, in order of precedence: a promotion's theme, the brand's Christmas theme, the visitor's choice
 * (stored under `theme`), the system's setting. The script runs before the first paint, so no other theme shows
 * first.
 */
import {
  STORED_THEMES,
  type StoredTheme,
  THEME_KEY,
  themeStore,
} from "../../runtime/stores/theme.ts"

export const THEME_CHOICES = ["system", ...STORED_THEMES] as const
export type Theme = (typeof THEME_CHOICES)[number]

/** A theme that the visitor cannot change. */
export type FixedTheme = "christmas" | (string & {})

/** Null where the visitor's own choice applies. */
export const fixedTheme = (
  promotion: string | null,
  features: { readonly christmasMode: boolean },
): FixedTheme | null => promotion ?? (features.christmasMode ? "christmas" : null)

/** The script keeps a theme that the server has set. */
export const THEME_SCRIPT = `try{var d=document.documentElement.dataset,t=localStorage.getItem("${THEME_KEY}");if(!d.theme&&(t==="dark"||t==="light"))d.theme=t}catch{}`

export const isTheme = (text: string): text is Theme =>
  (THEME_CHOICES as ReadonlyArray<string>).includes(text)

/** The theme that the document shows now. It is read from the document, because storage may be unavailable. */
export const currentTheme = (): Theme => {
  const shown = document.documentElement.dataset["theme"] ?? "system"
  return isTheme(shown) ? shown : "system"
}

const isStored = (theme: Theme): theme is StoredTheme => theme !== "system"

export const chooseTheme = (theme: Theme): void => {
  if (isStored(theme)) {
    document.documentElement.dataset["theme"] = theme
    themeStore.write(theme)
  } else {
    delete document.documentElement.dataset["theme"]
    themeStore.forget()
  }
}
