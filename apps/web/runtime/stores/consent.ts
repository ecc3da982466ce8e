/** `consent`: what was said of data that are not strictly necessary (ADR 0012). 180 days. */
import { CHOICE_DAYS } from "@foldcast/rules/choice-days"
import { oneOf } from "./codecs.ts"
import { cookieItem } from "./stored-item.ts"

export const consentCookie = cookieItem(
  "consent",
  "choice",
  CHOICE_DAYS.consent,
  oneOf(["accepted", "refused"] as const),
)
