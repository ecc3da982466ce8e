/** A member's favourite performers. */
import { createFileRoute } from "@tanstack/react-router"
import { m } from "@foldcast/messages/messages"
import { lazyPage } from "../../features/site/lazy-page.tsx"
import { requirePageAccess } from "../../features/site/may-enter.ts"
import { privateHead } from "../../features/site/private-head.ts"

export const Route = createFileRoute("/{-$locale}/favourites")({
  codeSplitGroupings: [],
  beforeLoad: requirePageAccess("favourites"),
  head: privateHead(m.favourites_title, m.favourites_description),
  component: lazyPage(
    async () => (await import("../../features/catalogue/favourites-page.tsx")).FavouritesPage,
  ),
})
