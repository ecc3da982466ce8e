/**
 * A single segment that is no page of its own is a category's slug: a former one leads to its present
 * one, an unknown one is missing, and so is every deeper path (decisions, 0.7 and 10). The 404 page says
 * 404 by itself (decisions, 12).
 */
import { FORMER_CATEGORIES, isCatalogueCategory } from "@foldcast/rules/categories"
import { moved, placeOf, type Step } from "./step.ts"

const MISSING = { _tag: "Missing" } as const

const formerly = (slug: string): string | undefined =>
  Object.hasOwn(FORMER_CATEGORIES, slug) ? FORMER_CATEGORIES[slug] : undefined

export const categories: Step = ({ path, query }) => {
  const { prefix, match } = placeOf(path)
  if (match === null || match.page === "not-found") return MISSING
  if (match.page !== "category") return null
  const slug = match.params["slug"] ?? ""
  const present = formerly(slug)
  if (present !== undefined) {
    return moved(301, prefix === null ? `/${present}` : `/${prefix}/${present}`, query)
  }
  return isCatalogueCategory(slug) ? null : MISSING
}
