/** Links to the member's own pages, and the language where the header has no room for it (SHELL-34, SHELL-35). */
"use no memo"

import { useLocation } from "@tanstack/react-router"
import { Heart, ReceiptText, Settings } from "lucide-react"
import { m } from "@foldcast/messages/messages"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useRuntime } from "../../runtime/react.tsx"
import { useIsPageOn, useLocale } from "../site/page-frame-context.tsx"
import { SiteLinkButton } from "../site/site-link-button.tsx"
import { LanguageSwitch } from "../language/language-switch.tsx"

const ENTRIES = [
  { page: "favourites", name: m.member_favourites, Icon: Heart },
  { page: "settings-credits", name: m.member_credits, Icon: ReceiptText },
  { page: "settings", name: m.member_settings, Icon: Settings },
] as const

export function MemberLinks() {
  const { dispatch } = useRuntime()
  const locale = useLocale()
  const isPageOn = useIsPageOn()
  const { pathname, searchStr } = useLocation()
  const close = () => {
    dispatch({ _tag: "DialogClosed", dialog: "memberMenu" })
  }
  return (
    <nav aria-label={m.member_pages()} className="member-menu__pages">
      {ENTRIES.filter(({ page }) => isPageOn(page)).map(({ page, name, Icon }) => (
        <SiteLinkButton key={page} page={page} variant="quiet" wide onClick={close}>
          <Icon size={18} aria-hidden="true" />
          <TextRun>{name()}</TextRun>
        </SiteLinkButton>
      ))}
      <div className="member-menu__language">
        <LanguageSwitch locale={locale} path={pathname} search={searchStr} />
      </div>
    </nav>
  )
}
