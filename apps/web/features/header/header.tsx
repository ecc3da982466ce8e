/**
 * The bar at the top of every page. A guest finds sign-up, language and log-in; a member their credits,
 * language and menu (product spec, section 2).
 */
import { useLocation } from "@tanstack/react-router"
import { memberOf } from "@foldcast/folds/account"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { useSite } from "../../runtime/react.tsx"
import { useDialogOpener } from "../site/use-dialog-opener.ts"
import { homeHref } from "../site/home-href.ts"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { CreditsButton } from "./credits-button.tsx"
import { LanguageSwitch } from "./language-switch.tsx"
import { LogoMark } from "./logo-mark.tsx"
import { MemberMenuButton } from "./member-menu-button.tsx"
import "./header.css"

function GuestButtons() {
  const register = useDialogOpener("register")
  const logIn = useDialogOpener("logIn")
  return (
    <>
      <Button variant="quiet" className="site-header__log-in" {...logIn}>
        {m.header_log_in()}
      </Button>
      <Button variant="primary" className="site-header__sign-up" {...register}>
        {m.header_sign_up()}
      </Button>
    </>
  )
}

export function Header() {
  const { brand, locale } = usePageFrame()
  const { pathname, searchStr } = useLocation()
  const member = useSite(memberOf)
  return (
    <header className="site-header">
      <div className="site-width site-header__row">
        <a
          href={homeHref(locale)}
          className="site-header__logo"
          aria-label={m.header_home({ brand: brand.name })}
        >
          <LogoMark />
          <span className="site-header__name" aria-hidden="true">
            {brand.name}
          </span>
        </a>
        <div className="site-header__controls">
          {member !== null && <CreditsButton />}
          <LanguageSwitch locale={locale} path={pathname} search={searchStr} />
          {member === null ? <GuestButtons /> : <MemberMenuButton member={member} />}
        </div>
      </div>
    </header>
  )
}
