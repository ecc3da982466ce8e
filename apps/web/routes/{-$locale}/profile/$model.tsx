/** A performer's profile. The parts of its head that depend on the performer are in its page. */
import { createFileRoute, notFound } from "@tanstack/react-router"
import { m } from "@foldcast/messages/messages"
import { profilePath } from "@foldcast/rules/grid/resources"
import { lazyPage } from "../../../features/site/lazy-page.tsx"
import { requirePageAccess } from "../../../features/site/may-enter.ts"
import { pageLinks } from "../../../language-links.ts"
import { fetchScript } from "../../../runtime/fetch-script.ts"
import { carriedAnswer } from "../../../runtime/page-answers.ts"
import { isSiteReachable } from "../../../runtime/site-reachability.ts"

const mayEnter = requirePageAccess("profile-model")
const load = () => import("../../../features/profile/profile-page.tsx")

export const Route = createFileRoute("/{-$locale}/profile/$model")({
  codeSplitGroupings: [],
  params: {
    // A segment that cannot be a username is not a performer's page.
    parse: ({ model }) => (/^[\w-]{1,64}$/u.test(model) ? { model } : false),
  },
  beforeLoad: (entering) => {
    const { frame, runtime } = entering.context.site
    const path = profilePath(entering.params.model, frame.locale)
    // The page came with the answer that no performer has this name (ROUTE-14).
    if (carriedAnswer(runtime.pageAnswers, path) === null) throw notFound()
    mayEnter(entering)
  },
  head: ({ match, params: { model: name } }) => {
    const { frame, runtime } = match.context.site
    const { brand, origin, locale } = frame
    // The 404 page has a head of its own.
    if (carriedAnswer(runtime.pageAnswers, profilePath(name, locale)) === null) return {}
    return {
      meta: [{ title: m.profile_title({ name, brand: brand.name }) }],
      links: [...pageLinks(origin, match.pathname, locale)],
    }
  },
  // On approach the page's data are prefetched together with its script, without waiting for them.
  loader: ({ preload, params: { model }, context: { site } }) => {
    if (!preload) return
    const ask = async () => {
      if (!(await isSiteReachable())) return
      ;(await fetchScript(load)).askProfileAhead(model, site.frame.locale, site.runtime)
    }
    ask().catch(() => null)
  },
  component: lazyPage(async () => (await load()).ProfilePage),
})
