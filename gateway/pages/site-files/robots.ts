/** `/robots.txt`: public pages may be indexed, members' pages and the API not. Pure. */
import { LOCALES } from "@foldcast/contracts/units"
import { PAGE_NAMES, PAGES } from "@foldcast/rules/page-routes"

/** The protected pages that no other one contains. */
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
