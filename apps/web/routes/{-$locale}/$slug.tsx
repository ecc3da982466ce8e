/**
 * A category of performers by its slug. Any other single segment is an unknown page: only the document knows the
 * performer service's categories, so the check happens when the route is entered.
 */
import { createFileRoute, notFound } from "@tanstack/react-router"
import { isLocale } from "@foldcast/messages/runtime"
import { categoryOf } from "../../features/category/categories.ts"
import { hasListParameter } from "@foldcast/rules/grid/list-parameters"
import { plainText } from "../../features/site/content-parts.ts"
import { lazyPage } from "../../features/site/lazy-page.tsx"
import { requirePageAccess } from "../../features/site/may-enter.ts"
import { pageHead } from "../../features/site/page-head.ts"

const mayEnter = requirePageAccess("category")

export const Route = createFileRoute("/{-$locale}/$slug")({
  codeSplitGroupings: [],
  params: {
    // A language alone is the home page's prefix.
    parse: ({ slug }) => (isLocale(slug) ? false : { slug }),
  },
  beforeLoad: (entering) => {
    const { pageAnswers } = entering.context.site.runtime
    if (categoryOf(pageAnswers, entering.params.slug) === undefined) throw notFound()
    mayEnter(entering)
  },
  head: ({ match, params: { slug } }) => {
    const { frame, runtime } = match.context.site
    const category = categoryOf(runtime.pageAnswers, slug)
    if (category === undefined) return {}
    const { main } = category.meta[frame.locale]
    return pageHead(frame, match.pathname, {
      title: `${main.title} · ${frame.brand.name}`,
      description: plainText(main.content, frame.origin),
      isFiltered: hasListParameter(match.search),
    })
  },
  component: lazyPage(
    async () => (await import("../../features/catalogue/category-page.tsx")).CategoryPage,
  ),
})
