/**
 * The same page in another language. The selector's links have a prefix, because a prefix always wins; search
 * engines get the unprefixed address for Dutch. Pure.
 */
import type { Locale } from "@foldcast/contracts/units"
import { locales } from "@foldcast/messages/runtime"

const DEFAULT_LOCALE: Locale = "nl"
const PREFIX = new RegExp(`^/(?:${locales.join("|")})(?=/|$)`, "u")

/** The path without its language prefix; it always begins with a slash. */
export const unprefixedPath = (path: string): string => {
  const rest = path.replace(PREFIX, "")
  return rest === "" ? "/" : rest
}

const prefixed = (path: string, locale: Locale): string => {
  const rest = unprefixedPath(path)
  return rest === "/" ? `/${locale}` : `/${locale}${rest}`
}

/** The target of the language selector: the same path and query (SHELL-39). */
export const languageHref = (path: string, search: string, locale: Locale): string =>
  `${prefixed(path, locale)}${search}`

/** The canonical address of a page in a language. */
export const canonicalHref = (origin: string, path: string, locale: Locale): string =>
  `${origin}${locale === DEFAULT_LOCALE ? unprefixedPath(path) : prefixed(path, locale)}`

export interface AlternateLink {
  readonly rel: "canonical" | "alternate"
  readonly href: string
  readonly hrefLang?: string
}

export const pageLinks = (
  origin: string,
  path: string,
  locale: Locale,
): ReadonlyArray<AlternateLink> => [
  { rel: "canonical", href: canonicalHref(origin, path, locale) },
  ...locales.map((language) => ({
    rel: "alternate" as const,
    hrefLang: language,
    href: canonicalHref(origin, path, language),
  })),
  { rel: "alternate", hrefLang: "x-default", href: canonicalHref(origin, path, DEFAULT_LOCALE) },
]
