/** Remembers the member's pop-ups in this browser, and recalls them once (MSG-52). */
import { useEffect, useRef } from "react"
import { memberOf } from "@foldcast/folds/account"
import { popUpsOf } from "@foldcast/folds/pop-ups"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { popUpsStore } from "../../runtime/stores/pop-ups.ts"

/** `isWide`: a phone's window would open covered by a conversation. */
export const usePopUpMemory = (isWide: boolean): void => {
  const { dispatch } = useRuntime()
  const username = useSite((state) => memberOf(state)?.username ?? null)
  const popUps = useSite(popUpsOf)
  const isRecalled = useRef(false)
  const hadSome = useRef(false)
  useEffect(() => {
    if (username === null) return
    hadSome.current ||= popUps.length > 0
    if (!isRecalled.current) {
      isRecalled.current = true
      const kept = popUpsStore.read().value
      if (kept?.username === username && kept.popUps.length > 0 && isWide) {
        dispatch({ _tag: "PopUpsRecalled", popUps: kept.popUps })
        return
      }
    }
    // Where none was shown, those that are remembered stay for a wider window.
    if (popUps.length === 0 && !hadSome.current && !isWide) return
    if (popUps.length === 0) popUpsStore.forget()
    else popUpsStore.write({ username, popUps })
  }, [username, popUps, isWide, dispatch])
}
