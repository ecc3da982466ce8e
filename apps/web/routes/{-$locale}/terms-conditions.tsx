/** The terms that a member agrees to. */
import { createFileRoute } from "@tanstack/react-router"
import { m } from "@foldcast/messages/messages"
import { lazyPage } from "../../features/site/lazy-page.tsx"
import { requirePageAccess } from "../../features/site/may-enter.ts"
import { pageHead } from "../../features/site/page-head.ts"

export const Route = createFileRoute("/{-$locale}/terms-conditions")({
  codeSplitGroupings: [],
  beforeLoad: requirePageAccess("terms-conditions"),
  head: ({ match }) => {
    const { frame } = match.context.site
    const brand = frame.brand.name
    return pageHead(frame, match.pathname, {
      title: `${m.terms_title()} · ${brand}`,
      description: m.terms_description({ brand }),
    })
  },
  component: lazyPage(
    async () => (await import("../../features/statements/terms-page.tsx")).TermsPage,
  ),
})
