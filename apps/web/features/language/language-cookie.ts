/** Only the language selector writes over a stored language (decisions, 4). */
import type { Locale } from "@foldcast/contracts/units"
import { languageCookie } from "../../runtime/stores/language.ts"

export const rememberLanguage = (locale: Locale): void => {
  languageCookie.write(locale)
}
