/** The home page. */
import { createFileRoute } from "@tanstack/react-router"
import { m } from "@foldcast/messages/messages"
import { hasListParameter } from "@foldcast/rules/grid/list-parameters"
import { HomePage, preloadHomeGrid } from "../../features/home/home-page.tsx"
import { pageHead } from "../../features/site/page-head.ts"

export const Route = createFileRoute("/{-$locale}/")({
  // In the entry chunk, so that the first page loads no other chunk.
  codeSplitGroupings: [],
  beforeLoad: preloadHomeGrid,
  head: ({ match }) => {
    const { frame } = match.context.site
    const brand = frame.brand.name
    return pageHead(frame, match.pathname, {
      title: m.home_title({ brand }),
      description: m.home_description(),
      isFiltered: hasListParameter(match.search),
    })
  },
  component: HomePage,
})
