/**
 * Sign-up, log-in and language for a guest on a small screen. In a brand's own layout it names the brand and the
 * benefit of signing up; in the default layout it is plain.
 */
import { useLocation } from "@tanstack/react-router"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { Drawer } from "@foldcast/ui/dialog.tsx"
import { LanguageSwitch } from "../language/language-switch.tsx"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { useDialogOpener } from "../site/use-dialog-opener.ts"
import { PayByPhone } from "../dial-in/pay-by-phone.tsx"
import { EndsCallNote } from "../dial-in/ends-call-note.tsx"
import { RegisterTeaser } from "./register-teaser.tsx"
import { type OverlayProps, useDialogWindow } from "../site/use-dialog-window.ts"
import "./account.css"

export function AuthDrawer(props: OverlayProps) {
  const { isOpen, close } = useDialogWindow("authDrawer", props)
  const { brand, locale } = usePageFrame()
  const { pathname, searchStr } = useLocation()
  const signUp = useDialogOpener("register")
  const logIn = useDialogOpener("logIn")
  const isBranded = brand.layout === "whitelabel"
  return (
    <Drawer
      isOpen={isOpen}
      title={isBranded ? m.auth_drawer_title_brand({ brand: brand.name }) : m.auth_drawer_title()}
      closeLabel={m.account_close()}
      onClose={close}
    >
      <div className="account-card">
        <EndsCallNote />
        {isBranded && <RegisterTeaser />}
        <div className="account-card__actions">
          <Button variant="primary" wide {...signUp}>
            {m.auth_drawer_sign_up()}
          </Button>
          <Button wide {...logIn}>
            {m.auth_drawer_log_in()}
          </Button>
          <PayByPhone wide />
        </div>
        <LanguageSwitch locale={locale} path={pathname} search={searchStr} />
      </div>
    </Drawer>
  )
}
