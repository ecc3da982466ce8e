/**
 * The page of results for a name: everybody it finds, the best match first. Where it finds nobody, and where the name
 * is too short to search for, it shows who is live.
 */
import { m } from "@foldcast/messages/messages"
import { formatCount } from "@foldcast/messages/number-formats"
import { LIVE_NOW } from "@foldcast/rules/grid/filters"
import { isAutocompleted } from "@foldcast/rules/performer-search"
import { searchedName } from "@foldcast/rules/searched-name"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { catalogueSource } from "../grid/grid-source.ts"
import { PerformerGrid } from "../grid/performer-grid.tsx"
import { EmptyState } from "../site/empty-state.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { usePageLocation } from "../site/use-page-location.ts"
import { searchSource } from "./search-source.ts"
import "../site/plain-page.css"

function LiveNow() {
  const source = catalogueSource({ category: null, filter: LIVE_NOW, locale: useLocale() })
  return <PerformerGrid titleOf={() => m.filters_live_now()} source={source} whenEmpty={null} />
}

function Nobody({ typed }: { readonly typed: string }) {
  return (
    <>
      <EmptyState heading={m.results_none_heading({ name: typed })} text={m.results_none()} />
      <LiveNow />
    </>
  )
}

export function ResultsPage() {
  const locale = useLocale()
  const { searchStr } = usePageLocation()
  const typed = searchedName(new URLSearchParams(searchStr))
  if (!isAutocompleted(typed)) {
    return (
      <div className="grid-width plain-page">
        <h1 tabIndex={-1}>{m.results_title()}</h1>
        <p className="plain-page__lead">{m.results_hint()}</p>
        <LiveNow />
      </div>
    )
  }
  return (
    <div className="grid-width plain-page">
      <h1 tabIndex={-1}>
        <TextRun>{m.results_heading({ name: typed })}</TextRun>
      </h1>
      <PerformerGrid
        key={typed}
        source={searchSource(typed, locale)}
        titleOf={(count) => m.search_found({ count, formatted: formatCount(count, locale) })}
        whenEmpty={<Nobody typed={typed} />}
      />
    </div>
  )
}
