/**
 * The site's own categories: the slugs of category pages and the filter of each. The performer service's list
 * comes first; these are the fallbacks.
 */
import type { Category, CategoryMeta } from "@foldcast/contracts/queries/performers"
import type { Locale } from "@foldcast/contracts/units"
import { type GridFilter, POPULAR_TOY_CODES } from "./grid/filters.ts"

export const CATALOGUE_CATEGORIES = ["toy-shows", "new-cams", "free-cams", "18-24"] as const
export type CatalogueCategory = (typeof CATALOGUE_CATEGORIES)[number]

/** Former slugs and their present ones. */
export const FORMER_CATEGORIES: Readonly<Record<string, CatalogueCategory>> = {
  "teen-18": "18-24",
  "teen-18+": "18-24",
  teen: "18-24",
}

const ENTRIES: Readonly<
  Record<CatalogueCategory, { readonly key: string; readonly filters: GridFilter }>
> = {
  "toy-shows": { key: "toy", filters: { cybertoy: POPULAR_TOY_CODES } },
  "new-cams": { key: "new", filters: { firstCamSession: ["week"] } },
  "free-cams": { key: "free", filters: { onlineStatus: ["free"] } },
  "18-24": { key: "young", filters: { age: ["18-24"] } },
}

/** The caller supplies the texts, in every language. */
export type CategoryText = (
  slug: CatalogueCategory,
  locale: Locale,
) => { readonly name: string; readonly description: string }

export const catalogueOf = (textOf: CategoryText): ReadonlyArray<Category> => {
  const metaOf = (slug: CatalogueCategory, locale: Locale): CategoryMeta => {
    const { name, description } = textOf(slug, locale)
    return {
      name,
      mobileImageBg: null,
      main: { title: name, content: description },
      h2Tabs: [],
    }
  }
  return CATALOGUE_CATEGORIES.map((slug, index) => ({
    slug,
    ...ENTRIES[slug],
    position: index + 1,
    highlight: { active: true },
    meta: { nl: metaOf(slug, "nl"), en: metaOf(slug, "en") },
  }))
}
