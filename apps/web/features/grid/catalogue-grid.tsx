/** All performers, or those of a category, filtered and in the order of the page's address. */
import { m } from "@foldcast/messages/messages"
import { isEmptyFilter } from "@foldcast/rules/grid/filters"
import { CountHeading } from "../filters/count-heading.tsx"
import { OrderSelect } from "../filters/order-select.tsx"
import { useChosenFilter, useChosenOrder } from "../filters/use-grid-filter.ts"
import { EmptyState } from "../site/empty-state.tsx"
import { LazyBoundary } from "../site/lazy-boundary.tsx"
import { lazyOverlay } from "../site/lazy-overlay.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { SiteLinkButton } from "../site/site-link-button.tsx"
import { catalogueSource } from "./grid-source.ts"
import type { NoMatchProps } from "./no-match.tsx"
import { PerformerGrid } from "./performer-grid.tsx"

const noMatch = lazyOverlay<NoMatchProps>(async () => (await import("./no-match.tsx")).NoMatch)

function Empty({ category, filter }: NoMatchProps) {
  if (isEmptyFilter(filter)) {
    return (
      <EmptyState
        heading={m.grid_empty_heading()}
        text={m.grid_empty()}
        action={
          category !== null && <SiteLinkButton page="home">{m.page_home_link()}</SiteLinkButton>
        }
      />
    )
  }
  return (
    <EmptyState
      heading={m.grid_no_match_heading()}
      text={m.grid_no_match()}
      action={
        <LazyBoundary>
          <noMatch.Component category={category} filter={filter} />
        </LazyBoundary>
      }
    />
  )
}

export interface CatalogueGridProps {
  /** A slug; null: all performers. */
  readonly category: string | null
}

export function CatalogueGrid({ category }: CatalogueGridProps) {
  const filter = useChosenFilter()
  const order = useChosenOrder()
  const locale = useLocale()
  return (
    <PerformerGrid
      // Another category is another list. With another filter or order the previous one stays until the new one has
      // loaded.
      key={category ?? ""}
      source={catalogueSource({ category, filter, order, locale })}
      heading={<CountHeading category={category} filter={filter} />}
      order={<OrderSelect />}
      whenEmpty={<Empty category={category} filter={filter} />}
    />
  )
}
