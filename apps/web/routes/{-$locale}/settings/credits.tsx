/** A member's credit movements. */
import { createFileRoute } from "@tanstack/react-router"
import { m } from "@foldcast/messages/messages"
import { lazyPage } from "../../../features/site/lazy-page.tsx"
import { enter } from "../../../features/site/may-enter.ts"
import { pageHead } from "../../../features/site/page-head.ts"

export const Route = createFileRoute("/{-$locale}/settings/credits")({
  codeSplitGroupings: [],
  beforeLoad: enter("settings-credits"),
  head: ({ match }) => {
    const { frame } = match.context.site
    const brand = frame.brand.name
    return pageHead(frame, match.pathname, {
      title: `${m.credits_heading()} · ${brand}`,
      description: m.credits_page_description({ brand }),
      isPrivate: true,
    })
  },
  component: lazyPage(
    async () => (await import("../../../features/credits/credits-page.tsx")).CreditsPage,
  ),
})
