/** The visitor's choice between dark, light and the system's theme. */
"use no memo"

import { useSyncExternalStore } from "react"
import { m } from "@foldcast/messages/messages"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import {
  chooseTheme,
  currentTheme,
  isTheme,
  type Theme,
  THEME_CHOICES,
} from "../site/theme-choice.ts"

const THEME_NAMES: Readonly<Record<Theme, () => string>> = {
  system: m.theme_system,
  dark: m.theme_dark,
  light: m.theme_light,
}

const listeners = new Set<() => void>()
const subscribeToTheme = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function ThemeSelect() {
  const theme = useSyncExternalStore(subscribeToTheme, currentTheme, (): Theme => "system")
  return (
    <label className="site-footer__theme needs-script">
      <TextRun>{m.theme_label()}</TextRun>
      <select
        value={theme}
        onChange={(event) => {
          if (!isTheme(event.target.value)) return
          chooseTheme(event.target.value)
          for (const listener of listeners) listener()
        }}
      >
        {THEME_CHOICES.map((name) => (
          <option key={name} value={name}>
            {THEME_NAMES[name]()}
          </option>
        ))}
      </select>
    </label>
  )
}
