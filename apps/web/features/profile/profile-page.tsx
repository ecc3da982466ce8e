/** A performer's profile: their name and whether they are live. */
import { useParams } from "@tanstack/react-router"
import { m } from "@foldcast/messages/messages"
import { EmptyState } from "../site/empty-state.tsx"
import { SiteLinkButton } from "../site/site-link-button.tsx"
import "../site/plain-page.css"

export function ProfilePage() {
  const { model: name } = useParams({ from: "/{-$locale}/profile/$model" })
  return (
    <div className="site-width plain-page">
      <h1 tabIndex={-1}>{name}</h1>
      <EmptyState
        heading={m.profile_offline_heading({ name })}
        text={m.profile_offline({ name })}
        action={<SiteLinkButton page="home">{m.page_home_link()}</SiteLinkButton>}
      />
    </div>
  )
}
