/** A performer's profile. What of its head depends on the performer comes with its page. */
import { createFileRoute } from "@tanstack/react-router"
import { m } from "@foldcast/messages/messages"
import { lazyPage } from "../../../features/site/lazy-page.tsx"
import { enter } from "../../../features/site/may-enter.ts"
import { pageLinks } from "../../../language-links.ts"

export const Route = createFileRoute("/{-$locale}/profile/$model")({
  codeSplitGroupings: [],
  params: {
    // What cannot be a username is no performer's page.
    parse: ({ model }) => (/^[\w-]{1,64}$/u.test(model) ? { model } : false),
  },
  beforeLoad: enter("profile-model"),
  head: ({ match, params: { model: name } }) => {
    const { brand, origin, locale } = match.context.site.frame
    return {
      meta: [{ title: m.profile_title({ name, brand: brand.name }) }],
      links: [...pageLinks(origin, match.pathname, locale)],
    }
  },
  component: lazyPage(
    async () => (await import("../../../features/profile/profile-page.tsx")).ProfilePage,
  ),
})
