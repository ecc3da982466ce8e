/** A member's settings: e-mail, password, username, sessions, account deletion. */
import { createFileRoute } from "@tanstack/react-router"
import { m } from "@foldcast/messages/messages"
import { loadMemberPages } from "../../../features/settings/load-member-pages.ts"
import { lazyPage } from "../../../features/site/lazy-page.tsx"
import { requirePageAccess } from "../../../features/site/may-enter.ts"
import { privateHead } from "../../../features/site/private-head.ts"

export const Route = createFileRoute("/{-$locale}/settings/")({
  codeSplitGroupings: [],
  beforeLoad: requirePageAccess("settings"),
  head: privateHead(m.settings_heading, m.settings_page_description),
  component: lazyPage(async () => (await loadMemberPages()).SettingsPage),
})
