/** Remembers in this browser whose profile is looked at, where the visitor allows it (stores/recent.ts). */
import { useEffect } from "react"
import { MAX_RECENT } from "@foldcast/rules/grid/list"
import { hasConsented } from "../../runtime/consent.ts"
import { recentCookie } from "../../runtime/stores/recent.ts"
import { useConsent } from "../consent/use-consent.ts"

export const useRecent = (performerId: string): void => {
  const { choice } = useConsent()
  useEffect(() => {
    // The cookie decides, which may have been changed in another tab (ADR 0012).
    if (choice !== "accepted" || !hasConsented()) return
    const others = (recentCookie.read().value ?? []).filter((id) => id !== performerId)
    recentCookie.write([performerId, ...others].slice(0, MAX_RECENT))
  }, [performerId, choice])
}
