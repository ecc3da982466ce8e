/**
 * Says that this browser keeps no cookies of the site, where somebody reaches for what needs them: logging in,
 * registering, a room, what is a member's own. The browser says so itself, or the gateway, to which a cookie that it set
 * did not come back; on plain http that may be for want of https. Caller: cookie-notice.tsx.
 */
"use no memo"

import { useLocation } from "@tanstack/react-router"
import { useState } from "react"
import type { DialogName } from "@foldcast/contracts/client-facts/client-fact"
import type { SiteState } from "@foldcast/folds/site-state"
import { m } from "@foldcast/messages/messages"
import { pageOf, splitLocale } from "@foldcast/rules/page-routes"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { useSite } from "../../runtime/react.tsx"
import { DismissButton } from "../site/dismiss-button.tsx"
import { OpenSecurely } from "./open-securely.tsx"

const NEEDED_BY_DIALOG: Readonly<Record<DialogName, boolean>> = {
  logIn: true,
  register: true,
  forgotPassword: true,
  resetPassword: true,
  verification: true,
  registrationConfirmation: false,
  claimCredits: false,
  changeUsername: false,
  lander: true,
  ageCheck: true,
  authDrawer: true,
  memberMenu: false,
  wallet: true,
  noCredits: true,
  promo: false,
  consent: false,
}
/** A room is entered there. */
const isNeededAt = (path: string) => pageOf(splitLocale(path).rest)?.page === "profile-model"

const selectIsReachedFor = ({ dialogs }: SiteState) =>
  dialogs.open !== null && NEEDED_BY_DIALOG[dialogs.open]

const reload = () => {
  location.reload()
}

export interface CookieBannerProps {
  /** The browser says so itself. */
  readonly isRefused: boolean
  /** The gateway does: what it set did not come back. */
  readonly isMissed: boolean
}

export function CookieBanner({ isRefused, isMissed }: CookieBannerProps) {
  const isAtRoom = useLocation({ select: ({ pathname }) => isNeededAt(pathname) })
  const isReachedFor = useSite(selectIsReachedFor) || isAtRoom
  const [isPutAway, setPutAway] = useState(false)
  if (isPutAway || !(isMissed || isReachedFor)) return null
  const dismiss = (
    <DismissButton
      onPress={() => {
        setPutAway(true)
      }}
    />
  )
  // It allows cookies, and its connection is not secure: then it is that which they want.
  if (!isRefused && location.protocol === "http:" && !isSecureContext) {
    return (
      <Banner
        tone="danger"
        action={
          <>
            <OpenSecurely />
            {dismiss}
          </>
        }
      >
        {m.cookies_need_https()}
      </Banner>
    )
  }
  return (
    <Banner
      tone="danger"
      action={
        <>
          <Button onPress={reload}>{m.connection_reload()}</Button>
          {dismiss}
        </>
      }
    >
      {m.cookies_refused()}
    </Banner>
  )
}
