/** A member's conversations. While there are none it offers who is live. */
import { m } from "@foldcast/messages/messages"
import { WhoIsLive } from "../grid/who-is-live.tsx"
import { EmptyState } from "../site/empty-state.tsx"
import { ForMembers } from "../site/for-members.tsx"
import { SiteLinkButton } from "../site/site-link-button.tsx"
import "../site/plain-page.css"
import "./messenger.css"

export function MessengerPage() {
  return (
    <div className="site-width plain-page messenger">
      <h1 tabIndex={-1}>{m.messenger_title()}</h1>
      <ForMembers>
        <EmptyState
          heading={m.messenger_empty_heading()}
          text={m.messenger_empty()}
          action={
            <SiteLinkButton page="messenger-new-conversation">
              {m.new_conversation_title()}
            </SiteLinkButton>
          }
        >
          <WhoIsLive />
        </EmptyState>
      </ForMembers>
    </div>
  )
}
