/** A page's lists as structured data for search engines: its performers, and its place in the site. Pure. */
import type { PerformerSummary } from "@foldcast/contracts/queries/performers"
import type { Locale } from "@foldcast/contracts/units"
import { canonicalHref } from "../../language-links.ts"
import type { StructuredThing } from "../site/structured-data.tsx"

interface SiteAddress {
  readonly origin: string
  readonly locale: Locale
}

/** The profiles of the page's first performers, in the list's order. */
export const performersList = (
  performers: ReadonlyArray<Pick<PerformerSummary, "username">>,
  { origin, locale }: SiteAddress,
): StructuredThing => ({
  "@type": "ItemList",
  itemListElement: performers.map(({ username }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name: username,
    url: canonicalHref(origin, `/profile/${encodeURIComponent(username)}`, locale),
  })),
})

export interface Crumb {
  readonly name: string
  /** A path on this site, without a language. */
  readonly path: string
}

export const breadcrumbs = (
  crumbs: ReadonlyArray<Crumb>,
  { origin, locale }: SiteAddress,
): StructuredThing => ({
  "@type": "BreadcrumbList",
  itemListElement: crumbs.map(({ name, path }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name,
    item: canonicalHref(origin, path, locale),
  })),
})
