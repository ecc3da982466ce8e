/** Each catalogue category's name and what it is about: what the performer service says comes before. */
import { m } from "@foldcast/messages/messages"
import type { CatalogueCategory } from "@foldcast/rules/categories"

interface CategoryTexts {
  readonly name: () => string
  readonly description: () => string
}

export const CATEGORY_TEXTS: Readonly<Record<CatalogueCategory, CategoryTexts>> = {
  "toy-shows": { name: m.category_toy_shows, description: m.category_toy_shows_description },
  "new-cams": { name: m.category_new_cams, description: m.category_new_cams_description },
  "free-cams": { name: m.category_free_cams, description: m.category_free_cams_description },
  "18-24": { name: m.category_18_24, description: m.category_18_24_description },
}
