/** A member's settings: e-mail, password, username, sessions, the end of the account. */
import { createFileRoute } from "@tanstack/react-router"
import { m } from "@foldcast/messages/messages"
import { lazyPage } from "../../../features/site/lazy-page.tsx"
import { enter } from "../../../features/site/may-enter.ts"
import { pageHead } from "../../../features/site/page-head.ts"

export const Route = createFileRoute("/{-$locale}/settings/")({
  codeSplitGroupings: [],
  beforeLoad: enter("settings"),
  head: ({ match }) => {
    const { frame } = match.context.site
    const brand = frame.brand.name
    return pageHead(frame, match.pathname, {
      title: `${m.settings_heading()} · ${brand}`,
      description: m.settings_page_description({ brand }),
      isPrivate: true,
    })
  },
  component: lazyPage(
    async () => (await import("../../../features/settings/settings-page.tsx")).SettingsPage,
  ),
})
