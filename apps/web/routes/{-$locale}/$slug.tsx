/** A category of performers: the slug says which. Any other single segment is an unknown page. */
import { createFileRoute } from "@tanstack/react-router"
import { isCatalogueCategory } from "@foldcast/rules/categories"
import { CATEGORY_TEXTS } from "../../features/category/category-texts.ts"
import { lazyPage } from "../../features/site/lazy-page.tsx"
import { enter } from "../../features/site/may-enter.ts"
import { pageHead } from "../../features/site/page-head.ts"

export const Route = createFileRoute("/{-$locale}/$slug")({
  codeSplitGroupings: [],
  params: {
    parse: ({ slug }) => (isCatalogueCategory(slug) ? { slug } : false),
  },
  beforeLoad: enter("category"),
  head: ({ match, params: { slug } }) => {
    const { frame } = match.context.site
    const texts = CATEGORY_TEXTS[slug]
    return pageHead(frame, match.pathname, {
      title: `${texts.name()} · ${frame.brand.name}`,
      description: texts.description(),
    })
  },
  component: lazyPage(
    async () => (await import("../../features/category/category-page.tsx")).CategoryPage,
  ),
})
