/**
 * The site's pages: their paths, access and layout. One table for the gateway's redirects and the browser's
 * router.
 *
 * Every page answers unprefixed, under /nl and under /en; its route name carries the language (`settings-nl`).
 * Pure.
 */
import type { Locale } from "@foldcast/contracts/units"

export type PageLayout = "whitelabel" | "messenger" | "profile"

export interface PageRouteTraits {
  /** Unprefixed; `$` begins a parameter. */
  readonly path: string
  /** Members only: a guest is sent home. */
  readonly isProtected: boolean
  /** `whitelabel` falls back to the default layout for a brand without a lander. */
  readonly layout: PageLayout
}

const page = (path: string, traits: Partial<PageRouteTraits> = {}): PageRouteTraits => ({
  path,
  isProtected: false,
  layout: "whitelabel",
  ...traits,
})

export const PAGES = {
  home: page("/"),
  help: page("/help"),
  cookies: page("/cookies"),
  privacy: page("/privacy"),
  "terms-conditions": page("/terms-conditions"),
  settings: page("/settings", { isProtected: true }),
  "settings-credits": page("/settings/credits", { isProtected: true }),
  favourites: page("/favourites", { isProtected: true }),
  /** Whoever is called like the `name` of its query. */
  "search-results": page("/results"),
  messenger: page("/messenger", { isProtected: true, layout: "messenger" }),
  "messenger-new-conversation": page("/messenger/new-conversation", {
    isProtected: true,
    layout: "messenger",
  }),
  "messenger-performer": page("/messenger/$performer", { isProtected: true, layout: "messenger" }),
  profile: page("/profile", { layout: "profile" }),
  "profile-model": page("/profile/$model", { layout: "profile" }),
  /** Reserved: the error page with status 404. */
  "not-found": page("/404"),
  /** Any other single segment. */
  category: page("/$slug"),
} as const satisfies Readonly<Record<string, PageRouteTraits>>

export type PageName = keyof typeof PAGES
export const PAGE_NAMES = Object.keys(PAGES) as ReadonlyArray<PageName>

const LOCALES: ReadonlyArray<Locale> = ["nl", "en"]
export const DEFAULT_LOCALE: Locale = "nl"

export interface PageMatch {
  readonly page: PageName
  readonly params: Readonly<Record<string, string>>
}

/** Splits a path into its language prefix and the rest, which begins with a slash. */
export const splitLocale = (
  path: string,
): { readonly prefix: Locale | null; readonly rest: string } => {
  const prefix = LOCALES.find((locale) => path === `/${locale}` || path.startsWith(`/${locale}/`))
  if (prefix === undefined) return { prefix: null, rest: path }
  const rest = path.slice(prefix.length + 1)
  return { prefix, rest: rest === "" ? "/" : rest }
}

/** The path in a language: prefixed, except for the default language. */
export const localePath = (rest: string, locale: Locale): string => {
  if (locale === DEFAULT_LOCALE) return rest
  return rest === "/" ? `/${locale}` : `/${locale}${rest}`
}

const segments = (path: string) => path.split("/").filter((segment) => segment !== "")

const decoded = (segment: string): string | null => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

const paramsOf = (
  pattern: ReadonlyArray<string>,
  path: ReadonlyArray<string>,
): Readonly<Record<string, string>> | null => {
  if (pattern.length !== path.length) return null
  const params: Record<string, string> = {}
  for (const [index, wanted] of pattern.entries()) {
    const found = path[index] ?? ""
    if (wanted.startsWith("$")) {
      const value = decoded(found)
      if (value === null) return null
      params[wanted.slice(1)] = value
    } else if (wanted !== found) return null
  }
  return params
}

const PATTERNS = PAGE_NAMES.map((name) => ({ name, pattern: segments(PAGES[name].path) }))

/** The first page that matches an unprefixed path; null when none does. */
export const pageOf = (rest: string): PageMatch | null => {
  const path = segments(rest)
  for (const { name, pattern } of PATTERNS) {
    const params = paramsOf(pattern, path)
    if (params !== null) return { page: name, params }
  }
  return null
}

/** The name of a page's route in a language: distinct for every variant. */
export const routeName = (page: PageName, locale: Locale): string => `${page}-${locale}`
