/** The names of languages in the visitor's language. Pure. */
import type { Locale } from "@foldcast/contracts/units"

/** The upstream API names two languages by their country code. */
const TAGS: Readonly<Record<string, string>> = { dk: "da", se: "sv" }

const NAMES: Readonly<Record<Locale, Intl.DisplayNames>> = {
  nl: new Intl.DisplayNames("nl", { type: "language", fallback: "code" }),
  en: new Intl.DisplayNames("en", { type: "language", fallback: "code" }),
}
const LISTS: Readonly<Record<Locale, Intl.ListFormat>> = {
  nl: new Intl.ListFormat("nl", { type: "conjunction" }),
  en: new Intl.ListFormat("en", { type: "conjunction" }),
}

/** The standard language tag (BCP 47). */
export const languageTag = (language: string): string =>
  Object.hasOwn(TAGS, language) ? (TAGS[language] ?? language) : language

/** An unknown language code is shown unchanged. */
export const languageName = (language: string, locale: Locale): string => {
  try {
    return NAMES[locale].of(languageTag(language)) ?? language
  } catch {
    return language
  }
}

/** `Nederlands, Engels en Duits` */
export const spokenLanguages = (languages: ReadonlyArray<string>, locale: Locale): string =>
  LISTS[locale].format(languages.map((language) => languageName(language, locale)))
