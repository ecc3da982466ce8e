/** The performers of one category: what it is, the list with its filters, and what else there is to say. */
import { useParams } from "@tanstack/react-router"
import { m } from "@foldcast/messages/messages"
import { useRuntime } from "../../runtime/react.tsx"
import { ContentText } from "../site/content-text.tsx"
import { EmptyState } from "../site/empty-state.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { SiteLinkButton } from "../site/site-link-button.tsx"
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
    <div className="site-width plain-page">
      <h1 tabIndex={-1}>{main.title}</h1>
      <p className="plain-page__lead">
        <ContentText text={main.content} />
      </p>
      <EmptyState
        heading={m.category_empty_heading()}
        text={m.category_empty()}
        action={<SiteLinkButton page="home">{m.page_home_link()}</SiteLinkButton>}
      />
    </div>
  )
}
