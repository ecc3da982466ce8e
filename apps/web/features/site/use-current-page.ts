/** Which page is shown, by the site's own names, and in which language variant. */
import { useLocation } from "@tanstack/react-router"
import { type PageMatch, pageOf, splitLocale } from "@foldcast/rules/page-routes"
import { isCatalogueCategory } from "@foldcast/rules/categories"

const NOT_FOUND: PageMatch = { page: "not-found", params: {} }

/** A segment that is no category is no page (decisions, 10). */
export const pageAt = (path: string): PageMatch => {
  const match = pageOf(splitLocale(path).rest)
  if (match === null) return NOT_FOUND
  const isUnknown = match.page === "category" && !isCatalogueCategory(match.params["slug"] ?? "")
  return isUnknown || match.page === "profile" ? NOT_FOUND : match
}

export const useCurrentPage = (): PageMatch =>
  pageAt(useLocation({ select: (location) => location.pathname }))
