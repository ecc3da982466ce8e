/** Which page is shown, by the site's own names, and in which language variant. */
import { useLocation } from "@tanstack/react-router"
import { type PageMatch, pageOf, splitLocale } from "@foldcast/rules/page-routes"
import type { PageAnswers } from "../../runtime/page-answers.ts"
import { useRuntime } from "../../runtime/react.tsx"
import { categoryOf } from "./categories.ts"

const NOT_FOUND: PageMatch = { page: "not-found", params: {} }

/** A segment that is no category is no page (ROUTE-17). */
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
