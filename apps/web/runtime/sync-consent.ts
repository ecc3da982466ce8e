/**
 * Adopts a consent that was chosen in another tab. The cookie decides (ADR 0012): it is read when another document says
 * that it wrote it, and when this page is shown again, since a page in the back-forward cache gets no messages.
 */
import { consentOf } from "@foldcast/folds/consent"
import type { ConsentChoice } from "@foldcast/folds/site-state"
import { CONSENT_CHANNEL } from "./consent.ts"
import type { SiteRuntime } from "./site-runtime.ts"
import { consentCookie } from "./stores/consent.ts"

/** `before`: the choice in the page's own request; null: none. */
export const syncConsent = (
  { getState, dispatch }: Pick<SiteRuntime, "getState" | "dispatch">,
  before: ConsentChoice | null,
): void => {
  const look = () => {
    const choice = consentCookie.read().value
    if (choice === null || choice === (consentOf(getState()) ?? before)) return
    dispatch({ _tag: "ConsentChosen", choice })
  }
  new BroadcastChannel(CONSENT_CHANNEL).addEventListener("message", look)
  document.addEventListener("visibilitychange", look)
  addEventListener("pageshow", look)
}
