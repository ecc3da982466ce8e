/** The page of one category: its introduction, the list with its filters, and further texts. */
import { useParams } from "@tanstack/react-router"
import { m } from "@foldcast/messages/messages"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useRuntime } from "../../runtime/react.tsx"
import { ContentText } from "../site/content-text.tsx"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { StructuredData } from "../site/structured-data.tsx"
import { Catalogue } from "./catalogue.tsx"
import { categoryOf, wholeTabs } from "../category/categories.ts"
import { CategoryTabs } from "./category-tabs.tsx"
import { breadcrumbs } from "./structured-lists.ts"
import "./category-page.css"

export function CategoryPage() {
  const { slug } = useParams({ from: "/{-$locale}/$slug" })
  const { pageAnswers } = useRuntime()
  const frame = usePageFrame()
  const category = categoryOf(pageAnswers, slug)
  if (category === undefined) return null
  const meta = category.meta[frame.locale]
  const tabs = wholeTabs(meta)
  return (
    <div className="grid-width category-page">
      <StructuredData
        thing={breadcrumbs(
          [
            { name: m.nav_all_models(), path: "/" },
            { name: meta.name, path: `/${slug}` },
          ],
          frame,
        )}
      />
      <h1 tabIndex={-1}>
        <TextRun>{meta.main.title}</TextRun>
      </h1>
      <p className="category-page__lead">
        <ContentText text={meta.main.content} />
      </p>
      <Catalogue category={slug} />
      <CategoryTabs name={meta.name} tabs={tabs} />
    </div>
  )
}
