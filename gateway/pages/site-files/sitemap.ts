/**
 * `/sitemap.xml`: every public page and category in every language, each with its alternates, under the canonical
 * addresses. Pages that the brand has switched off are left out. Pure.
 */
import { LOCALES, type Locale } from "@foldcast/contracts/units"
import { isPageOn } from "@foldcast/rules/page-access"
import {
  DEFAULT_LOCALE,
  localePath,
  type PageName,
  PAGE_NAMES,
  PAGES,
} from "@foldcast/rules/page-routes"

interface Entry {
  readonly page: PageName
  readonly path: string
}

const PUBLIC_PAGES: ReadonlyArray<Entry> = PAGE_NAMES.filter(
  (page) =>
    !PAGES[page].isProtected &&
    !PAGES[page].path.includes("$") &&
    page !== "profile" &&
    // Its address without a name shows nobody, and with one it is no page of its own.
    page !== "search-results" &&
    page !== "not-found",
).map((page) => ({ page, path: PAGES[page].path }))

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
}
const escaped = (text: string) => text.replace(/[&<>"]/gu, (character) => ESCAPES[character] ?? "")

export const sitemapXml = (
  origin: string,
  disabledRoutes: ReadonlyArray<string>,
  categories: ReadonlyArray<string>,
): string => {
  const entries = [
    ...PUBLIC_PAGES,
    ...categories.map((slug): Entry => ({ page: "category", path: `/${slug}` })),
  ]
  const address = (path: string, locale: Locale) => escaped(origin + localePath(path, locale))
  const urls = entries.flatMap(({ page, path }) => {
    const locales = LOCALES.filter((locale) => isPageOn(page, locale, disabledRoutes))
    const alternates = [
      ...locales.map((locale) => [locale, locale] as const),
      ...(locales.includes(DEFAULT_LOCALE) ? [["x-default", DEFAULT_LOCALE] as const] : []),
    ].map(
      ([language, locale]) =>
        `<xhtml:link rel="alternate" hreflang="${language}" href="${address(path, locale)}"/>`,
    )
    return locales.map(
      (locale) => `<url><loc>${address(path, locale)}</loc>${alternates.join("")}</url>`,
    )
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    "</urlset>",
    "",
  ].join("\n")
}
