/** The performers that a member keeps. */
import { m } from "@foldcast/messages/messages"
import { EmptyState } from "../site/empty-state.tsx"
import { ForMembers } from "../site/for-members.tsx"
import { SiteLinkButton } from "../site/site-link-button.tsx"
import "../site/plain-page.css"

export function FavouritesPage() {
  return (
    <div className="site-width plain-page">
      <h1 tabIndex={-1}>{m.favourites_title()}</h1>
      <ForMembers>
        <EmptyState
          heading={m.favourites_empty_heading()}
          text={m.favourites_empty()}
          action={<SiteLinkButton page="home">{m.page_home_link()}</SiteLinkButton>}
        />
      </ForMembers>
    </div>
  )
}
