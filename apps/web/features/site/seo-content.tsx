/** What this page is about, for those who read to the end and for search engines. */
import { m } from "@foldcast/messages/messages"
import { CATEGORY_TEXTS } from "../category/category-texts.ts"
import { isCatalogueCategory } from "@foldcast/rules/categories"
import type { PageMatch } from "@foldcast/rules/page-routes"
import { ContentText } from "./content-text.tsx"
import { usePageFrame } from "./page-frame-context.tsx"
import { useCurrentPage } from "./use-current-page.ts"

const textOf = ({ page, params }: PageMatch, brand: string): string | null => {
  if (page === "home") return m.seo_home({ brand })
  const slug = params["slug"] ?? ""
  return page === "category" && isCatalogueCategory(slug)
    ? `${CATEGORY_TEXTS[slug].description()} ${m.seo_home({ brand })}`
    : null
}

export function SeoContent() {
  const brand = usePageFrame().brand.name
  const text = textOf(useCurrentPage(), brand)
  if (text === null) return null
  return (
    <section className="site-width site-seo" aria-labelledby="site-seo-heading">
      <h2 id="site-seo-heading">{m.seo_heading({ brand })}</h2>
      <p>
        <ContentText text={text} />
      </p>
    </section>
  )
}
