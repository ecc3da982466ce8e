/**
 * The catalogue's categories: the slugs that a category page answers to. What the performer service
 * lists comes before it; these are the fallbacks (decisions, 121).
 */
export const CATALOGUE_CATEGORIES = ["toy-shows", "new-cams", "free-cams", "18-24"] as const
export type CatalogueCategory = (typeof CATALOGUE_CATEGORIES)[number]

/** Slugs of former days and where they lead (decisions, 0.7). */
export const FORMER_CATEGORIES: Readonly<Record<string, CatalogueCategory>> = {
  "teen-18": "18-24",
  "teen-18+": "18-24",
  teen: "18-24",
}
