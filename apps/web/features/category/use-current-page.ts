/** The shown page by the site's own page names, and its language variant. */
"use no memo"

import { useLocation } from "@tanstack/react-router"
import { type PageMatch, pageOf, splitLocale } from "@foldcast/rules/page-routes"
import type { PageAnswers } from "../../runtime/page-answers.ts"
import { useRuntime } from "../../runtime/react.tsx"
import { categoryOf } from "./categories.ts"

const NOT_FOUND: PageMatch = { page: "not-found", params: {} }

/** A path segment that is not a category is not a page (ROUTE-17). */
export const pageAt = (path: string, pageAnswers: PageAnswers): PageMatch => {
  const match = pageOf(splitLocale(path).rest)
  if (match === null) return NOT_FOUND
  const isUnknown =
    match.page === "category" && categoryOf(pageAnswers, match.params["slug"] ?? "") === undefined
  return isUnknown || match.page === "profile" ? NOT_FOUND : match
}

export const useCurrentPage = (): PageMatch => {
  const { pageAnswers } = useRuntime()
  return pageAt(useLocation({ select: (location) => location.pathname }), pageAnswers)
}
