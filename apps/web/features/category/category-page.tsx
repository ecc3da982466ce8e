/** The performers of one category: what it is, the list with its filters, and what else there is to say. */
import { useParams } from "@tanstack/react-router"
import { useRuntime } from "../../runtime/react.tsx"
import { CatalogueGrid } from "../grid/catalogue-grid.tsx"
import { ContentText } from "../site/content-text.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { categoryOf } from "./categories.ts"
import "../site/plain-page.css"

export function CategoryPage() {
  const { slug } = useParams({ from: "/{-$locale}/$slug" })
  const { documents } = useRuntime()
  const locale = useLocale()
  const category = categoryOf(documents, slug)
  if (category === undefined) return null
  const { main } = category.meta[locale]
  return (
    <div className="grid-width plain-page">
      <h1 tabIndex={-1}>{main.title}</h1>
      <p className="plain-page__lead">
        <ContentText text={main.content} />
      </p>
      <CatalogueGrid category={slug} />
    </div>
  )
}
