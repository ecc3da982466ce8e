/** Only the language selector writes over a stored language (SHELL-05). */
import type { Locale } from "@foldcast/contracts/units"
import { keepChoice } from "../../runtime/keep-choice.ts"
import { languageCookie } from "../../runtime/stores/language.ts"

export const rememberLanguage = (locale: Locale): void => {
  languageCookie.write(locale)
  keepChoice({ language: locale })
}
