/**
 * Resolves a page's language and whether to store it in the language cookie: route prefix, then cookie, then
 * Accept-Language, then the default (SHELL-04, SHELL-05). Pure.
 */
import { LOCALES, type Locale } from "@foldcast/contracts/units"

/** Source: CONST-02. */
export const FALLBACK_LOCALE: Locale = "nl"
export const LANGUAGE_COOKIE = "language"

const isLocale = (text: string): text is Locale => (LOCALES as ReadonlyArray<string>).includes(text)

export interface PageLocale {
  readonly locale: Locale
  readonly prefix: Locale | null
  /** A prefixed page sets the cookie only where none is stored. */
  readonly storesCookie: boolean
}

export const prefixOf = (path: string): Locale | null => {
  const segment = path.split("/", 2)[1] ?? ""
  return isLocale(segment) ? segment : null
}

/** The languages of an Accept-Language header, by preference. */
export const wantedLanguages = (header: string): ReadonlyArray<string> =>
  header
    .split(",")
    .slice(0, 20)
    .map((entry) => {
      const [range = "", ...parameters] = entry.trim().toLowerCase().split(";")
      const quality = parameters
        .map((p) => /^\s*q=([01](?:\.\d{1,3})?)\s*$/u.exec(p)?.[1])
        .find(Boolean)
      return {
        language: range.split("-")[0] ?? "",
        quality: quality === undefined ? 1 : Number(quality),
      }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ language }) => language)

export const resolveLocale = (
  path: string,
  cookie: string | undefined,
  acceptLanguage: string | undefined,
): PageLocale => {
  const prefix = prefixOf(path)
  const stored = cookie !== undefined && isLocale(cookie) ? cookie : null
  const wanted = wantedLanguages(acceptLanguage ?? "").find(isLocale)
  return {
    locale: prefix ?? stored ?? wanted ?? FALLBACK_LOCALE,
    prefix,
    storesCookie: prefix !== null && stored === null,
  }
}
