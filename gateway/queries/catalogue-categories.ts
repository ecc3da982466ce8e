/**
 * The categories that there are before the performer service said which, and where it has none: the
 * catalogue's, with its texts (decisions, 121). Pure. Caller: categories.ts.
 */
import type { Category, CategoryMeta } from "@foldcast/contracts/queries/performers"
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"
import { CATALOGUE_CATEGORIES, type CatalogueCategory } from "@foldcast/rules/categories"
import { type GridFilter, POPULAR_TOY_CODES } from "@foldcast/rules/grid/filters"

interface Entry {
  readonly key: string
  readonly filter: GridFilter
  readonly name: (inputs: object, options: { readonly locale: Locale }) => string
  readonly content: (inputs: object, options: { readonly locale: Locale }) => string
}

const ENTRIES: Readonly<Record<CatalogueCategory, Entry>> = {
  "toy-shows": {
    key: "toy",
    filter: { cybertoy: POPULAR_TOY_CODES },
    name: m.category_toy_shows,
    content: m.category_toy_shows_description,
  },
  "new-cams": {
    key: "new",
    filter: { firstCamSession: ["week"] },
    name: m.category_new_cams,
    content: m.category_new_cams_description,
  },
  "free-cams": {
    key: "free",
    filter: { onlineStatus: ["free"] },
    name: m.category_free_cams,
    content: m.category_free_cams_description,
  },
  "18-24": {
    key: "young",
    filter: { age: ["18-24"] },
    name: m.category_18_24,
    content: m.category_18_24_description,
  },
}

const metaIn = ({ name, content }: Entry, locale: Locale): CategoryMeta => {
  const title = name({}, { locale })
  return {
    name: title,
    mobileImageBg: null,
    main: { title, content: content({}, { locale }) },
    h2Tabs: [],
  }
}

export const CATALOGUE: ReadonlyArray<Category> = CATALOGUE_CATEGORIES.map((slug, index) => {
  const entry = ENTRIES[slug]
  return {
    slug,
    key: entry.key,
    position: index + 1,
    highlight: { active: true },
    filters: { ...entry.filter },
    meta: { nl: metaIn(entry, "nl"), en: metaIn(entry, "en") },
  }
})
