/** The available languages, each a link to this same page in that language. Each link loads a new document. */
import type { RefObject } from "react"
import { m } from "@foldcast/messages/messages"
import { locales } from "@foldcast/messages/runtime"
import { Menu, MenuLink } from "@foldcast/ui/menu.tsx"
import { languageHref } from "../../language-links.ts"
import { useLayer } from "../site/use-layer.ts"
import { LANGUAGE_NAMES } from "./language-names.ts"
import { rememberLanguage } from "./language-cookie.ts"
import type { LanguageSwitchProps } from "./language-switch.tsx"

export interface LanguageMenuProps extends LanguageSwitchProps {
  readonly triggerRef: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

export function LanguageMenu({ triggerRef, locale, path, search, onClose }: LanguageMenuProps) {
  useLayer("language", true, onClose)
  return (
    <Menu triggerRef={triggerRef} isOpen onClose={onClose} label={m.header_language()}>
      {locales.map((language) => (
        <MenuLink
          key={language}
          id={language}
          href={languageHref(path, search, language)}
          isCurrent={language === locale}
          onAction={() => {
            rememberLanguage(language)
          }}
        >
          {LANGUAGE_NAMES[language]()}
        </MenuLink>
      ))}
    </Menu>
  )
}
