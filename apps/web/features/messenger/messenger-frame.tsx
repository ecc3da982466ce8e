/** The messenger's two panes: the list of conversations, and the open one beside it, which a phone shows alone. */
import type { ReactNode } from "react"
import { m } from "@foldcast/messages/messages"
import { ForMembers } from "../site/for-members.tsx"
import { SiteLink } from "../site/site-link.tsx"
import "../site/plain-page.css"
import "./messenger.css"

export interface MessengerFrameProps {
  readonly title: string
  readonly children: ReactNode
}

export function MessengerFrame({ title, children }: MessengerFrameProps) {
  return (
    <div className="site-width plain-page messenger">
      <h1 tabIndex={-1}>{title}</h1>
      <ForMembers>
        <div className="messenger__panes">
          <section className="messenger__list" aria-labelledby="messenger-conversations">
            <h2 id="messenger-conversations">{m.messenger_conversations()}</h2>
            <p>{m.messenger_empty_heading()}</p>
            <p>{m.messenger_empty()}</p>
            <SiteLink page="messenger-new-conversation">{m.new_conversation_title()}</SiteLink>
          </section>
          <div className="messenger__pane">
            <SiteLink page="messenger" className="messenger__back">
              {m.messenger_back()}
            </SiteLink>
            {children}
          </div>
        </div>
      </ForMembers>
    </div>
  )
}
