/**
 * Dark or light: the visitor's choice if there is one (stored under `theme`), otherwise the system's. The
 * script runs before the first paint, so nobody sees the other theme first.
 */
export const THEMES = ["system", "dark", "light"] as const
export type Theme = (typeof THEMES)[number]

const KEY = "theme"

export const THEME_SCRIPT = `try{var t=localStorage.getItem("${KEY}");if(t==="dark"||t==="light")document.documentElement.dataset.theme=t}catch{}`

export const isTheme = (text: string): text is Theme =>
  (THEMES as ReadonlyArray<string>).includes(text)

/** What the document shows now; storage may be closed, the document never is. */
export const currentTheme = (): Theme => {
  const shown = document.documentElement.dataset["theme"] ?? "system"
  return isTheme(shown) ? shown : "system"
}

export const chooseTheme = (theme: Theme): void => {
  if (theme === "system") delete document.documentElement.dataset["theme"]
  else document.documentElement.dataset["theme"] = theme
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Storage is closed to this page; the choice holds until it is left.
  }
}
