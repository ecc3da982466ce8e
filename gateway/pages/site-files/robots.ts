/** `/robots.txt`: allows public pages, disallows members' pages and the API. Pure. */
import { LOCALES } from "@foldcast/contracts/units"
import { PAGE_NAMES, PAGES } from "@foldcast/rules/page-routes"

/** The protected pages at the top level; the others lie below them. */
const membersPaths = PAGE_NAMES.map((name) => PAGES[name])
  .filter(({ isProtected, path }) => isProtected && path.lastIndexOf("/") === 0)
  .map(({ path }) => path)

export const robotsTxt = (origin: string): string =>
  [
    "User-agent: *",
    "Disallow: /api/",
    ...["", ...LOCALES.map((locale) => `/${locale}`)].flatMap((prefix) =>
      membersPaths.map((path) => `Disallow: ${prefix}${path}`),
    ),
    "Allow: /",
    "",
    `Sitemap: ${origin}/sitemap.xml`,
    "",
  ].join("\n")
