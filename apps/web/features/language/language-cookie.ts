/** Only the language selector overwrites a stored language (SHELL-05). */
import type { Locale } from "@foldcast/contracts/units"
import { postChoice } from "../../runtime/post-choice.ts"
import { languageCookie } from "../../runtime/stores/language.ts"

export const rememberLanguage = (locale: Locale): void => {
  languageCookie.write(locale)
  postChoice({ language: locale })
}
