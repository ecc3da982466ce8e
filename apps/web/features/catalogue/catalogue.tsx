/**
 * The performers of the site or of one category, with the categories, the search and the filters above them. Search
 * engines get the performers that the page came with.
 */
import { isEmptyFilter, NO_FILTER } from "@foldcast/rules/grid/filters"
import { GRID_LIMIT } from "@foldcast/rules/grid/list"
import { performersPath } from "@foldcast/rules/grid/resources"
import { carriedAnswer } from "../../runtime/page-answers.ts"
import { useRuntime } from "../../runtime/react.tsx"
import { GridToolbar } from "../filters/grid-toolbar.tsx"
import { useChosenFilter, useReadableAddress } from "../filters/use-grid-filter.ts"
import { CatalogueGrid } from "../grid/catalogue-grid.tsx"
import { readPerformers } from "../performers/answers.ts"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { StructuredData } from "../site/structured-data.tsx"
import { performersList } from "./structured-lists.ts"

export interface CatalogueProps {
  /** A slug; null: all performers. */
  readonly category: string | null
}

/** Empty on a filtered page: its address is not the list's. */
function ListedPerformers({ category }: CatalogueProps) {
  const { pageAnswers } = useRuntime()
  const frame = usePageFrame()
  const path = performersPath({
    category,
    filter: NO_FILTER,
    locale: frame.locale,
    page: 1,
    limit: GRID_LIMIT,
  })
  const isWhole = isEmptyFilter(useChosenFilter())
  const answer = isWhole ? readPerformers(carriedAnswer(pageAnswers, path)) : null
  if (answer === null || answer.performers.length === 0) return null
  return <StructuredData thing={performersList(answer.performers, frame)} />
}

export function Catalogue({ category }: CatalogueProps) {
  useReadableAddress()
  return (
    <>
      <ListedPerformers category={category} />
      <GridToolbar category={category} />
      <CatalogueGrid category={category} />
    </>
  )
}
