/**
 * The catalogue's own categories (decisions, 121): what they are called, what they are about and what they
 * ask for, where the performer service does not say. Pure.
 */
import type { Category, CategoryMeta } from "@foldcast/contracts/queries/performers"
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"
import { CATALOGUE_CATEGORIES, type CatalogueCategory } from "@foldcast/rules/categories"
import { type GridFilter, POPULAR_TOY_CODES } from "@foldcast/rules/grid/filters"

type Text = (inputs: Record<string, never>, options: { readonly locale: Locale }) => string

interface CatalogueEntry {
  readonly key: string
  readonly name: Text
  readonly description: Text
  readonly filters: GridFilter
}

const ENTRIES: Readonly<Record<CatalogueCategory, CatalogueEntry>> = {
  "toy-shows": {
    key: "toy",
    name: m.category_toy_shows,
    description: m.category_toy_shows_description,
    filters: { cybertoy: POPULAR_TOY_CODES },
  },
  "new-cams": {
    key: "new",
    name: m.category_new_cams,
    description: m.category_new_cams_description,
    filters: { firstCamSession: ["week"] },
  },
  "free-cams": {
    key: "free",
    name: m.category_free_cams,
    description: m.category_free_cams_description,
    filters: { onlineStatus: ["free"] },
  },
  "18-24": {
    key: "young",
    name: m.category_18_24,
    description: m.category_18_24_description,
    filters: { age: ["18-24"] },
  },
}

const metaIn = ({ name, description }: CatalogueEntry, locale: Locale): CategoryMeta => ({
  name: name({}, { locale }),
  mobileImageBg: null,
  main: { title: name({}, { locale }), content: description({}, { locale }) },
  h2Tabs: [],
})

export const CATALOGUE: ReadonlyArray<Category> = CATALOGUE_CATEGORIES.map((slug, index) => ({
  slug,
  key: ENTRIES[slug].key,
  position: index + 1,
  highlight: { active: true },
  filters: ENTRIES[slug].filters,
  meta: { nl: metaIn(ENTRIES[slug], "nl"), en: metaIn(ENTRIES[slug], "en") },
}))
