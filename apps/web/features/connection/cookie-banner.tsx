/**
 * Says that this browser keeps no cookies of the site, where somebody reaches for what needs them: logging in,
 * registering, a room, what is a member's own. The browser says so itself, or the gateway, to which a cookie that it
 * set did not come back. A window that was refused for it says so in its own place, and once is enough.
 */
"use no memo"

import { useLocation } from "@tanstack/react-router"
import { useState } from "react"
import type { DialogName } from "@foldcast/contracts/client-facts/client-fact"
import type { SiteState } from "@foldcast/folds/site-state"
import { pageOf, splitLocale } from "@foldcast/rules/page-routes"
import { useSite } from "../../runtime/react.tsx"
import { DismissButton } from "../site/dismiss-button.tsx"
import { CookieWarning } from "./cookie-warning.tsx"

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

const selectOpen = ({ dialogs }: SiteState) => dialogs.open

/**
 * Whether the open window was refused for the cookie: it says so until it is closed, also while the same is sent once
 * more. What was refused before it opened it knows nothing of.
 */
const useToldInWindow = (open: DialogName | null, missed: string | null): boolean => {
  // This part is here since the first refusal at the latest.
  const [known, setKnown] = useState({ open, missed, isTold: open !== null && missed !== null })
  if (known.open === open && known.missed === missed) return known.isTold
  const isRefused = missed !== null && missed !== known.missed
  const isTold = open !== null && open === known.open && (known.isTold || isRefused)
  setKnown({ open, missed, isTold })
  return isTold
}

export interface CookieBannerProps {
  /** The last command that was refused for the cookie; null where none was. */
  readonly missed: string | null
}

export function CookieBanner({ missed }: CookieBannerProps) {
  const isAtRoom = useLocation({ select: ({ pathname }) => isNeededAt(pathname) })
  const open = useSite(selectOpen)
  const isReachedFor = isAtRoom || (open !== null && NEEDED_BY_DIALOG[open])
  const isTold = useToldInWindow(open, missed)
  const [isPutAway, setPutAway] = useState(false)
  if (isPutAway || isTold || !(missed !== null || isReachedFor)) return null
  return (
    <CookieWarning
      dismiss={
        <DismissButton
          onPress={() => {
            setPutAway(true)
          }}
        />
      }
    />
  )
}
