/** The languages as plain links to this same page: they work without script and carry the whole query. */
"use no memo"

import { useLocation } from "@tanstack/react-router"
import { m } from "@foldcast/messages/messages"
import { locales } from "@foldcast/messages/runtime"
import { languageHref } from "../../language-links.ts"
import { LANGUAGE_NAMES } from "./language-names.ts"
import { useLocale } from "../site/page-frame-context.tsx"
import { rememberLanguage } from "./language-cookie.ts"

export function LanguageLinks({ className }: { readonly className: string }) {
  const locale = useLocale()
  const { pathname, searchStr } = useLocation()
  return (
    <nav aria-label={m.footer_language()} className={className}>
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
  )
}
