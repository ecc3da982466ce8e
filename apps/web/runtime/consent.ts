/**
 * What the visitor allowed, where it is acted upon: the cookie is asked each time, so that a choice in
 * another tab holds here at once (ADR 0012).
 */
import type { ConsentChoice } from "@foldcast/folds/site-state"
import { postChoice } from "./post-choice.ts"
import { consentCookie } from "./stores/consent.ts"
import { forgetConsented } from "./stores/stored-items.ts"

/** On which a document tells the others of this browser that somebody chose. */
export const CONSENT_CHANNEL = "consent"

export const hasConsented = (): boolean => consentCookie.read().value === "accepted"

/** A refusal also takes back what an earlier consent left behind. */
export const keepConsent = (choice: ConsentChoice): void => {
  consentCookie.write(choice)
  postChoice({ consent: choice })
  if (choice === "refused") forgetConsented()
  const channel = new BroadcastChannel(CONSENT_CHANNEL)
  // A broadcast channel reaches its own origin alone, and knows no target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(null)
  channel.close()
}
