/**
 * Verifies the account with the link that led here, once. The token is posted, never part of a GET, and
 * automatically only in the browser of the link's own member (ADR 0048). The result survives the log-in that
 * follows it (AUTH-74).
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
  /** Called by the button; from then on the verification may be sent. */
  readonly press: () => void
  /** Whether the link changes the account's address. */
  readonly moves: boolean
  /**
   * The link's token, set where another person may have created the account: no member was logged in when the link
   * was opened. For half an hour it can set another password.
   */
  readonly takeOver: string | null
  /** The link changed the account's address: it logged no member in, and it sets no password. */
  readonly isEmailChanged: boolean
}

const linkOf = () => {
  const action = heldAction()
  return action?._tag === "Validate" ? action : null
}
const tokenOf = (): string | null => linkOf()?.token ?? null

/** `isWanted` is true once the view shows. */
export const useVerification = (isWanted: boolean): Verification => {
  const { send, getState } = useRuntime()
  const isOffline = useConnection()._tag === "Offline"
  // The dialog mounts before it is wanted, and the link is held before that.
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
    // While the fingerprint is computed, a second call is ignored.
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
