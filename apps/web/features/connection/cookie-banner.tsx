/**
 * Says that this browser keeps no cookies of the site, at the actions that need them: logging in, registering, a
 * room, a member's own pages. Either the browser reports it, or the gateway, when a cookie that it set did not come
 * back. A dialog whose command was refused for this reason says so itself; then this banner is hidden.
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
  dialIn: true,
  consent: false,
}
/** On this page the visitor enters a room. */
const isNeededAt = (path: string) => pageOf(splitLocale(path).rest)?.page === "profile-model"

const selectOpen = ({ dialogs }: SiteState) => dialogs.open

/**
 * Whether the open dialog had a command refused for the cookie. It then says so until it closes, also while the
 * same command is sent again. It ignores refusals from before it opened.
 */
const useToldInWindow = (open: DialogName | null, missed: string | null): boolean => {
  // This component mounts at the first refusal at the latest.
  const [known, setKnown] = useState({ open, missed, isTold: open !== null && missed !== null })
  if (known.open === open && known.missed === missed) return known.isTold
  const isRefused = missed !== null && missed !== known.missed
  const isTold = open !== null && open === known.open && (known.isTold || isRefused)
  setKnown({ open, missed, isTold })
  return isTold
}

export interface CookieBannerProps {
  /** The last command that was refused for the missing cookie; null where there is none. */
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
