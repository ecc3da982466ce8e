/** `consent`: what was said of data that are not strictly necessary (ADR 0012). */
import { CHOICE_DAYS } from "@foldcast/rules/choice-days"
import { oneOf } from "./codecs.ts"
import { cookieStore } from "./cookie-store.ts"

export const consentCookie = cookieStore(
  { key: "consent", days: CHOICE_DAYS.consent, purpose: "choice" },
  oneOf(["accepted", "refused"] as const),
)
