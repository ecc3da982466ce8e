/**
 * Takes over what the visitor chose in another tab: nobody is asked twice by one browser.
 *
 * The cookie decides (ADR 0012). It is looked at when another document says that it wrote it, and when this
 * one is seen again: a page that the browser kept aside hears of nothing.
 */
import { consentOf } from "@foldcast/folds/consent"
import { CONSENT_CHANNEL, type ConsentChoice } from "./consent.ts"
import type { SiteRuntime } from "./site-runtime.ts"
import { consentCookie } from "./stores/consent.ts"

/** `before` is what the page's own request said; null: nothing yet. */
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
