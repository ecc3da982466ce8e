/** The performers of one category. Until the catalogue is here nobody is online in it. */
import { useParams } from "@tanstack/react-router"
import { m } from "@foldcast/messages/messages"
import { EmptyState } from "../site/empty-state.tsx"
import { SiteLinkButton } from "../site/site-link-button.tsx"
import { CATEGORY_TEXTS } from "./category-texts.ts"
import "../site/plain-page.css"

export function CategoryPage() {
  const { slug } = useParams({ from: "/{-$locale}/$slug" })
  const { name, description } = CATEGORY_TEXTS[slug]
  return (
    <div className="site-width plain-page">
      <h1 tabIndex={-1}>{name()}</h1>
      <p className="plain-page__lead">{description()}</p>
      <EmptyState
        heading={m.category_empty_heading()}
        text={m.category_empty()}
        action={<SiteLinkButton page="home">{m.page_home_link()}</SiteLinkButton>}
      />
    </div>
  )
}
