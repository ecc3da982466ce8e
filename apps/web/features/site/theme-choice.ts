/**
 * How the page looks: a promotion's theme before the brand's Christmas, that before the visitor's choice
 * (stored under `theme`), and without one as the system does. The script runs before the first paint, so
 * nobody sees the other theme first.
 */
import {
  STORED_THEMES,
  type StoredTheme,
  THEME_KEY,
  themeStore,
} from "../../runtime/stores/theme.ts"

export const THEME_CHOICES = ["system", ...STORED_THEMES] as const
export type Theme = (typeof THEME_CHOICES)[number]

/** A theme that is not the visitor's to choose. */
export type FixedTheme = "christmas" | (string & {})

/** Null where the visitor's own choice counts. */
export const fixedTheme = (
  promotion: string | null,
  features: { readonly christmasMode: boolean },
): FixedTheme | null => promotion ?? (features.christmasMode ? "christmas" : null)

/** What the server set is fixed, and stays. */
export const THEME_SCRIPT = `try{var d=document.documentElement.dataset,t=localStorage.getItem("${THEME_KEY}");if(!d.theme&&(t==="dark"||t==="light"))d.theme=t}catch{}`

export const isTheme = (text: string): text is Theme =>
  (THEME_CHOICES as ReadonlyArray<string>).includes(text)

/** What the document shows now; storage may be closed, the document never is. */
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
