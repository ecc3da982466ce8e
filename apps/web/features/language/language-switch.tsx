/** The button of the language menu; the menu itself is prefetched on approach. */
"use no memo"

import { ChevronDown, Globe } from "lucide-react"
import { useRef, useState } from "react"
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { LANGUAGE_NAMES } from "./language-names.ts"
import { lazyOverlay } from "../site/lazy-overlay.tsx"
import { LazyBoundary } from "../site/lazy-boundary.tsx"

const languageMenu = lazyOverlay(async () => (await import("./language-menu.tsx")).LanguageMenu)

export interface LanguageSwitchProps {
  readonly locale: Locale
  readonly path: string
  readonly search: string
}

export function LanguageSwitch({ locale, path, search }: LanguageSwitchProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const Menu = languageMenu.Component
  const name = LANGUAGE_NAMES[locale]()
  return (
    <>
      <Button
        ref={trigger}
        variant="quiet"
        className="site-header__language"
        aria-label={m.header_language_current({ language: name })}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onHoverStart={languageMenu.approach}
        onFocus={languageMenu.approach}
        onPress={() => {
          setOpen(true)
        }}
      >
        <Globe size={20} aria-hidden="true" />
        <span className="site-header__language-name">{name}</span>
        <ChevronDown size={16} aria-hidden="true" />
      </Button>
      {isOpen && (
        <LazyBoundary
          isOpen
          onClose={() => {
            setOpen(false)
          }}
        >
          <Menu
            triggerRef={trigger}
            locale={locale}
            path={path}
            search={search}
            onClose={() => {
              setOpen(false)
            }}
          />
        </LazyBoundary>
      )}
    </>
  )
}
