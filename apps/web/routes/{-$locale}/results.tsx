/** Whoever is called like the name in the query. Search engines follow its links and do not index it. */
import { createFileRoute } from "@tanstack/react-router"
import { m } from "@foldcast/messages/messages"
import { lazyPage } from "../../features/site/lazy-page.tsx"
import { requirePageAccess } from "../../features/site/may-enter.ts"
import { pageHead } from "../../features/site/page-head.ts"

export const Route = createFileRoute("/{-$locale}/results")({
  codeSplitGroupings: [],
  beforeLoad: requirePageAccess("search-results"),
  head: ({ match }) => {
    const { frame } = match.context.site
    const description = m.search_label()
    const title = `${description} · ${frame.brand.name}`
    return pageHead(frame, match.pathname, { title, description, isFiltered: true })
  },
  component: lazyPage(
    async () => (await import("../../features/catalogue/results-page.tsx")).ResultsPage,
  ),
})
