/**
 * `language`: read by the gateway on paths without a prefix. Only the language selector writes over a
 * stored language (SHELL-05).
 */
import type { Locale } from "@foldcast/contracts/units"
import { CHOICE_DAYS } from "@foldcast/rules/choice-days"
import { oneOf } from "./codecs.ts"
import { cookieStore } from "./cookie-store.ts"

export const languageCookie = cookieStore(
  { key: "language", days: CHOICE_DAYS.language, purpose: "choice" },
  oneOf<Locale>(["nl", "en"]),
)
