/**
 * A single segment that is no page of its own is a category's slug. A known slug is a page, a former slug redirects
 * to the present one, any other is missing, and so is every deeper path (ROUTE-16, ROUTE-17). The 404 page has
 * status 404 too.
 */
import { FORMER_CATEGORIES } from "@foldcast/rules/categories"
import { moved, placeOf, type RedirectStep } from "./step.ts"

const MISSING = { _tag: "Missing" } as const

const formerly = (slug: string): string | undefined =>
  Object.hasOwn(FORMER_CATEGORIES, slug) ? FORMER_CATEGORIES[slug] : undefined

export const categories: RedirectStep = ({ path, query }, visitor) => {
  const { prefix, match } = placeOf(path)
  if (match === null || match.page === "not-found") return MISSING
  if (match.page !== "category") return null
  const slug = match.params["slug"] ?? ""
  if (visitor.categories.has(slug)) return null
  const present = formerly(slug)
  if (present !== undefined && visitor.categories.has(present)) {
    return moved(301, prefix === null ? `/${present}` : `/${prefix}/${present}`, query)
  }
  return MISSING
}
