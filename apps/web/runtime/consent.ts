/**
 * What the visitor allowed, where it is acted upon: the cookie is asked each time, so that a choice in
 * another tab holds here at once (ADR 0012).
 */
import { consentCookie } from "./stores/consent.ts"
import { forgetConsented } from "./stores/kept.ts"

export type ConsentChoice = "accepted" | "refused"

export const hasConsented = (): boolean => consentCookie.read().value === "accepted"

/** A refusal also takes back what an earlier consent left behind. */
export const keepConsent = (choice: ConsentChoice): void => {
  consentCookie.write(choice)
  if (choice === "refused") forgetConsented()
}
