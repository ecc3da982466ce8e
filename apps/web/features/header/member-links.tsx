/** The member's own pages, and the language where the header has no room for it (product spec, section 2). */
import { useLocation } from "@tanstack/react-router"
import { Heart, Settings } from "lucide-react"
import type { ReactNode } from "react"
import { m } from "@foldcast/messages/messages"
import { localePath } from "@foldcast/rules/page-routes"
import { LinkButton } from "@foldcast/ui/link-button.tsx"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { LanguageSwitch } from "./language-switch.tsx"

function Entry({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  const { locale } = usePageFrame()
  return (
    <LinkButton variant="quiet" wide href={localePath(path, locale)}>
      {children}
    </LinkButton>
  )
}

export function MemberLinks() {
  const { locale, brand } = usePageFrame()
  const { pathname, searchStr } = useLocation()
  const isOn = (page: string) => !brand.disabledRoutes.includes(page)
  return (
    <nav aria-label={m.member_pages()} className="member-menu__pages">
      {isOn("favourites") && (
        <Entry path="/favourites">
          <Heart size={18} aria-hidden="true" />
          {m.member_favourites()}
        </Entry>
      )}
      {isOn("settings") && (
        <Entry path="/settings">
          <Settings size={18} aria-hidden="true" />
          {m.member_settings()}
        </Entry>
      )}
      <div className="member-menu__language">
        <LanguageSwitch locale={locale} path={pathname} search={searchStr} />
      </div>
    </nav>
  )
}
