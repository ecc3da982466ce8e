/** `consent`: what was said of data that are not strictly necessary (ADR 0012). 180 days. */
import { CHOICE_DAYS } from "@foldcast/rules/choice-days"
import { literalCodec } from "./codecs.ts"
import { cookieItem } from "./stored-item.ts"

export const consentCookie = cookieItem(
  "consent",
  "choice",
  CHOICE_DAYS.consent,
  literalCodec(["accepted", "refused"] as const),
)
