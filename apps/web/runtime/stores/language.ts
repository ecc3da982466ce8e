/**
 * `language`: read by the gateway on paths without a prefix. Only the language selector writes over a
 * stored language (SHELL-05).
 */
import type { Locale } from "@foldcast/contracts/units"
import { CHOICE_DAYS } from "@foldcast/rules/choice-days"
import { literalCodec } from "./codecs.ts"
import { cookieItem } from "./stored-item.ts"

export const languageCookie = cookieItem(
  "language",
  "choice",
  CHOICE_DAYS.language,
  literalCodec<Locale>(["nl", "en"]),
)
