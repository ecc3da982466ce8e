/** The document's categories, with the shown one selected. */
import { useMemo } from "react"
import { useRuntime } from "../../runtime/react.tsx"
import { useCurrentPage } from "./use-current-page.ts"
import { categoriesIn, type ShownCategory, withSelected } from "./categories.ts"

export const useCategories = (): ReadonlyArray<ShownCategory> => {
  const { pageAnswers } = useRuntime()
  const { page, params } = useCurrentPage()
  const slug = page === "category" ? (params["slug"] ?? null) : null
  return useMemo(() => withSelected(categoriesIn(pageAnswers), slug), [pageAnswers, slug])
}
