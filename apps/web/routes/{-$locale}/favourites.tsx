/** The performers that a member keeps. */
import { createFileRoute } from "@tanstack/react-router"
import { m } from "@foldcast/messages/messages"
import { lazyPage } from "../../features/site/lazy-page.tsx"
import { enter } from "../../features/site/may-enter.ts"
import { pageHead } from "../../features/site/page-head.ts"

export const Route = createFileRoute("/{-$locale}/favourites")({
  codeSplitGroupings: [],
  beforeLoad: enter("favourites"),
  head: ({ match }) => {
    const { frame } = match.context.site
    const brand = frame.brand.name
    return pageHead(frame, match.pathname, {
      title: `${m.favourites_title()} · ${brand}`,
      description: m.favourites_description({ brand }),
      isPrivate: true,
    })
  },
  component: lazyPage(
    async () => (await import("../../features/catalogue/favourites-page.tsx")).FavouritesPage,
  ),
})
