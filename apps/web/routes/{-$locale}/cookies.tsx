/** The data stored in a visitor's browser, and the visitor's choice about them. */
import { createFileRoute } from "@tanstack/react-router"
import { m } from "@foldcast/messages/messages"
import { lazyPage } from "../../features/site/lazy-page.tsx"
import { requirePageAccess } from "../../features/site/may-enter.ts"
import { pageHead } from "../../features/site/page-head.ts"

export const Route = createFileRoute("/{-$locale}/cookies")({
  codeSplitGroupings: [],
  beforeLoad: requirePageAccess("cookies"),
  head: ({ match }) => {
    const { frame } = match.context.site
    const brand = frame.brand.name
    return pageHead(frame, match.pathname, {
      title: `${m.cookies_title()} · ${brand}`,
      description: m.cookies_description({ brand }),
    })
  },
  component: lazyPage(
    async () => (await import("../../features/statements/cookies-page.tsx")).CookiesPage,
  ),
})
