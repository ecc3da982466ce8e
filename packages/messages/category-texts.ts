/** The names and descriptions of the site's own categories. Pure. */
import type { Locale } from "@foldcast/contracts/units"
import { m } from "./generated/messages.js"

const TEXTS = {
  "toy-shows": { name: m.category_toy_shows, description: m.category_toy_shows_description },
  "new-cams": { name: m.category_new_cams, description: m.category_new_cams_description },
  "free-cams": { name: m.category_free_cams, description: m.category_free_cams_description },
  "18-24": { name: m.category_18_24, description: m.category_18_24_description },
} as const

export const categoryText = (slug: keyof typeof TEXTS, locale: Locale) => {
  const { name, description } = TEXTS[slug]
  return { name: name({}, { locale }), description: description({}, { locale }) }
}
