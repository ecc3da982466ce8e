/** The end of every page: who it is for, the languages as plain links, and how it looks. */
import { useLocation } from "@tanstack/react-router"
import { useSyncExternalStore } from "react"
import { m } from "@foldcast/messages/messages"
import { locales } from "@foldcast/messages/runtime"
import { languageHref } from "../../language-links.ts"
import { rememberLanguage } from "../header/language-cookie.ts"
import { LANGUAGE_NAMES } from "./language-names.ts"
import { usePageFrame } from "./page-frame-context.tsx"
import { statementHref } from "./statement-href.ts"
import { chooseTheme, currentTheme, isTheme, type Theme, THEMES } from "./theme-choice.ts"
import "./footer.css"

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

function ThemeChoice() {
  const theme = useSyncExternalStore(subscribeToTheme, currentTheme, (): Theme => "system")
  return (
    <label className="site-footer__theme">
      {m.theme_label()}
      <select
        value={theme}
        onChange={(event) => {
          if (!isTheme(event.target.value)) return
          chooseTheme(event.target.value)
          for (const listener of listeners) listener()
        }}
      >
        {THEMES.map((name) => (
          <option key={name} value={name}>
            {THEME_NAMES[name]()}
          </option>
        ))}
      </select>
    </label>
  )
}

export function Footer() {
  const { locale, brand } = usePageFrame()
  const { pathname, searchStr } = useLocation()
  return (
    <footer className="site-footer">
      <div className="site-width site-footer__row">
        <p className="site-footer__notice">
          <span className="site-footer__age" aria-hidden="true">
            18+
          </span>
          {m.site_adults_notice({ brand: brand.name })}
        </p>
        <nav aria-label={m.site_footer()} className="site-footer__links">
          <a href={statementHref("terms-conditions", locale)}>{m.terms_title()}</a>
          <a href={statementHref("privacy", locale)}>{m.privacy_title()}</a>
        </nav>
        <nav aria-label={m.footer_language()} className="site-footer__links">
          {locales.map((language) => (
            <a
              key={language}
              href={languageHref(pathname, searchStr, language)}
              hrefLang={language}
              lang={language}
              aria-current={language === locale ? "true" : undefined}
              onClick={() => {
                rememberLanguage(language)
              }}
            >
              {LANGUAGE_NAMES[language]()}
            </a>
          ))}
        </nav>
        <ThemeChoice />
      </div>
      <noscript>
        <p className="site-width site-footer__noscript">{m.site_needs_script()}</p>
      </noscript>
    </footer>
  )
}
