/** The messenger's two panes: the list of conversations, and the open pane beside it. */
import type { ReactNode } from "react"
import { m } from "@foldcast/messages/messages"
import { ForMembers } from "../site/for-members.tsx"
import { SiteLink } from "../site/site-link.tsx"
import "../site/plain-page.css"
import "./messenger.css"

export interface MessengerFrameProps {
  readonly title: string
  /** Whether the pane beside the list is open: on a phone it replaces the list. */
  readonly isReading: boolean
  readonly children: ReactNode
}

export function MessengerFrame({ title, isReading, children }: MessengerFrameProps) {
  return (
    <div className="site-width plain-page messenger">
      <h1 tabIndex={-1}>{title}</h1>
      <ForMembers>
        <div className="messenger__panes" data-reading={isReading}>
          <section className="messenger__list" aria-labelledby="messenger-conversations">
            <h2 id="messenger-conversations">{m.messenger_conversations()}</h2>
            <p>{m.messenger_empty_heading()}</p>
            <p>{m.messenger_empty()}</p>
            <SiteLink page="messenger-new-conversation">{m.new_conversation_title()}</SiteLink>
          </section>
          <div className="messenger__pane">
            {isReading && (
              <SiteLink page="messenger" className="messenger__back">
                {m.messenger_back()}
              </SiteLink>
            )}
            {children}
          </div>
        </div>
      </ForMembers>
    </div>
  )
}
