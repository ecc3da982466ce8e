/** The help: questions and their answers. */
import { createFileRoute } from "@tanstack/react-router"
import { m } from "@foldcast/messages/messages"
import { lazyPage } from "../../features/site/lazy-page.tsx"
import { requirePageAccess } from "../../features/site/may-enter.ts"
import { pageHead } from "../../features/site/page-head.ts"

export const Route = createFileRoute("/{-$locale}/help")({
  codeSplitGroupings: [],
  beforeLoad: requirePageAccess("help"),
  head: ({ match }) => {
    const { frame } = match.context.site
    const brand = frame.brand.name
    return pageHead(frame, match.pathname, {
      title: `${m.help_title()} · ${brand}`,
      description: m.help_description({ brand }),
    })
  },
  component: lazyPage(
    async () => (await import("../../features/statements/help-page.tsx")).HelpPage,
  ),
})
