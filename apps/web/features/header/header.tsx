/**
 * The bar at the top of every page. A guest has sign-up, language and log-in; a member has credits, messages, language
 * and menu (SHELL-13 to SHELL-17). On a narrow screen a guest's language is in the menu button's drawer.
 */
"use no memo"

import { Menu } from "lucide-react"
import { useLocation } from "@tanstack/react-router"
import { memberOf } from "@foldcast/folds/account"
import { openDialog } from "@foldcast/folds/dialogs"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { IconButton } from "@foldcast/ui/icon-button.tsx"
import { useSite } from "../../runtime/react.tsx"
import { useIsPageOn, usePageFrame } from "../site/page-frame-context.tsx"
import { SiteLink } from "../site/site-link.tsx"
import { useDialogOpener } from "../site/use-dialog-opener.ts"
import { BrandLogo } from "./brand-logo.tsx"
import { CreditsButton } from "./credits-button.tsx"
import { LanguageSwitch } from "../language/language-switch.tsx"
import { MemberMenuButton } from "./member-menu-button.tsx"
import { MessagesLink } from "./messages-link.tsx"
import "./header.css"

function GuestButtons() {
  const register = useDialogOpener("register")
  const logIn = useDialogOpener("logIn")
  const drawer = useDialogOpener("authDrawer")
  const isDrawerOpen = useSite(openDialog) === "authDrawer"
  return (
    <>
      <Button variant="quiet" className="site-header__log-in" {...logIn}>
        {m.header_log_in()}
      </Button>
      <Button variant="primary" className="site-header__sign-up" {...register}>
        {m.header_sign_up()}
      </Button>
      <IconButton
        label={m.header_menu()}
        className="site-header__menu"
        aria-haspopup="dialog"
        aria-expanded={isDrawerOpen}
        {...drawer}
      >
        <Menu size={22} aria-hidden="true" />
      </IconButton>
    </>
  )
}

export function Header() {
  const { brand, locale } = usePageFrame()
  const { pathname, searchStr } = useLocation()
  const member = useSite(memberOf)
  const isPageOn = useIsPageOn()
  return (
    <header className="site-header">
      <div className="site-width site-header__row">
        <SiteLink
          page="home"
          className="site-header__logo"
          aria-label={m.header_home({ brand: brand.name })}
        >
          <BrandLogo />
          <span className="site-header__name" aria-hidden="true" translate="no">
            {brand.name}
          </span>
        </SiteLink>
        <div className="site-header__controls needs-script" data-guest={member === null}>
          {member !== null && <CreditsButton />}
          {member !== null && isPageOn("messenger") && <MessagesLink />}
          <LanguageSwitch locale={locale} path={pathname} search={searchStr} />
          {member === null ? <GuestButtons /> : <MemberMenuButton member={member} />}
        </div>
      </div>
    </header>
  )
}
