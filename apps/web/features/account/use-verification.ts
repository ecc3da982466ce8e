/**
 * Verifies by the link that led here, once: posted, never fetched, and by itself only in the browser of the
 * link's own member (ADR 0048). The outcome outlasts the log-in that follows it (AUTH-74).
 */
import { useEffect, useEffectEvent, useRef, useState } from "react"
import { memberOf, taskEnd } from "@foldcast/folds/account"
import { failureOf, isPending } from "@foldcast/folds/pending"
import type { SiteState } from "@foldcast/folds/site-state"
import { isLinkExpired, movesAccount } from "@foldcast/rules/link-token"
import { fingerprintId } from "../../runtime/fingerprint.ts"
import { dropAction, heldAction } from "../../runtime/page-action.ts"
import { useConnection, useRuntime, useSite } from "../../runtime/react.tsx"
import { isFinal, type VerificationOutcome, verificationOutcome } from "./verification-outcome.ts"

const activationEnd = taskEnd("activate")
const isActivating = isPending("Activate")
const activationFailure = failureOf("Activate")
const isOfAnother = ({ account }: SiteState) => account.activationOfAnother === true
const isEmailChanged = ({ account }: SiteState) => account.emailChanged === true
const grantedCredits = ({ account }: SiteState) => account.activationCredits

export interface Verification {
  readonly outcome: VerificationOutcome
  readonly isOffline: boolean
  readonly retry: () => void
  /** What the button says has to be done: from then on it is. */
  readonly press: () => void
  /** The link says that it makes another address the account's. */
  readonly moves: boolean
  /**
   * The link's token, where somebody else may have made the account: nobody was logged in here when it was
   * opened. For half an hour it sets another password.
   */
  readonly takeOver: string | null
  /** The link made another address the account's: nobody was logged in by it, and it sets no password. */
  readonly isEmailChanged: boolean
}

const linkOf = () => {
  const action = heldAction()
  return action?._tag === "Validate" ? action : null
}
const tokenOf = (): string | null => linkOf()?.token ?? null

/** `isWanted` once it is shown. */
export const useVerification = (isWanted: boolean): Verification => {
  const { send, getState } = useRuntime()
  const isOffline = useConnection()._tag === "Offline"
  // The window stands in the page before it is wanted, and the link is held before any of it.
  const [link] = useState(linkOf)
  const [isPressed, setPressed] = useState(false)
  const mayGoOn = isPressed || link?.goesOn !== false
  const [wasSent, setSent] = useState(false)
  const [isExpiredHere, setExpiredHere] = useState(false)
  const [takeOver, setTakeOver] = useState<string | null>(null)
  const changedEmail = useSite(isEmailChanged)
  const [kept, setKept] = useState<VerificationOutcome | null>(null)
  const outcome = verificationOutcome({
    isExpiredHere,
    mayGoOn,
    wasSent,
    isPending: useSite(isActivating),
    end: useSite(activationEnd),
    failure: useSite(activationFailure),
    credits: useSite(grantedCredits),
    isOfAnother: useSite(isOfAnother),
    isVerified: useSite(memberOf)?.verified === true,
  })
  if (kept === null && isFinal(outcome)) setKept(outcome)

  const isBeingSent = useRef(false)
  const activate = async (token: string) => {
    // While the browser is being known, whatever else would verify changes nothing.
    if (isBeingSent.current) return
    isBeingSent.current = true
    if (memberOf(getState()) === null) setTakeOver(token)
    const fingerprint = await fingerprintId()
    isBeingSent.current = false
    send({ _tag: "Activate", token, ...(fingerprint !== null && { fingerprint }) })
    setSent(true)
  }
  const verify = useEffectEvent(() => {
    const token = tokenOf()
    if (token === null || wasSent) return
    if (isLinkExpired(token, getState().visit.at)) {
      setExpiredHere(true)
      return dropAction()
    }
    if (mayGoOn) void activate(token)
  })
  useEffect(() => {
    if (isWanted && !isOffline) verify()
  }, [isWanted, isOffline, mayGoOn])
  useEffect(() => {
    if (kept !== null) dropAction()
  }, [kept])

  return {
    outcome: kept ?? outcome,
    isOffline,
    takeOver: changedEmail ? null : takeOver,
    isEmailChanged: changedEmail,
    moves: link !== null && movesAccount(link.token),
    press: () => {
      setPressed(true)
    },
    retry: () => {
      const token = tokenOf()
      if (token !== null) void activate(token)
    },
  }
}
