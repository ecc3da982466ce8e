/** A performer's profile. Who they are comes with the catalogue; until then the page has their name. */
import { createFileRoute } from "@tanstack/react-router"
import { m } from "@foldcast/messages/messages"
import { lazyPage } from "../../../features/site/lazy-page.tsx"
import { enter } from "../../../features/site/may-enter.ts"
import { pageHead } from "../../../features/site/page-head.ts"

export const Route = createFileRoute("/{-$locale}/profile/$model")({
  codeSplitGroupings: [],
  params: {
    // What cannot be a username is no performer's page.
    parse: ({ model }) => (/^[\w-]{1,64}$/u.test(model) ? { model } : false),
  },
  beforeLoad: enter("profile-model"),
  head: ({ match, params: { model: name } }) => {
    const { frame } = match.context.site
    const brand = frame.brand.name
    return pageHead(frame, match.pathname, {
      title: m.profile_title({ name, brand }),
      description: m.profile_description({ name, brand }),
    })
  },
  component: lazyPage(
    async () => (await import("../../../features/profile/profile-page.tsx")).ProfilePage,
  ),
})
