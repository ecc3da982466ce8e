/**
 * A guest with an expired link logs in first; then the mail is requested automatically (API-010). Closing the
 * log-in without logging in cancels the request.
 */
import { useEffect, useState } from "react"
import { isMember } from "@foldcast/folds/account"
import { openDialog } from "@foldcast/folds/dialogs"
import { useRuntime, useSite } from "../../runtime/react.tsx"

/** `onLoggedIn` runs right before the mail is requested. */
export const useResendAfterLogIn = (onLoggedIn: () => void) => {
  const { dispatch, send } = useRuntime()
  const isKnown = useSite(isMember)
  const isChoosing = useSite(openDialog) !== null
  const [isWaiting, setWaiting] = useState(false)
  useEffect(() => {
    if (!isWaiting || (!isKnown && isChoosing)) return
    setWaiting(false)
    if (!isKnown) return
    onLoggedIn()
    send({ _tag: "ResendActivation" })
  }, [isWaiting, isKnown, isChoosing, onLoggedIn, send])
  return () => {
    dispatch({ _tag: "DialogOpened", dialog: "logIn" })
    setWaiting(true)
  }
}
