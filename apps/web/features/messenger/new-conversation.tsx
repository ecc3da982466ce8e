/** Whom to write to, where nobody is chosen: favorites and who is online, narrowed by a name (ROUTE-09). */
import { m } from "@foldcast/messages/messages"
import { SiteLink } from "../site/site-link.tsx"
import { NameSearch, useSearchedName } from "./name-search.tsx"
import { Suggestions } from "./suggestions.tsx"

export function NewConversation() {
  const name = useSearchedName()
  return (
    <>
      <SiteLink page="messenger" className="lane__back">
        {m.messenger_back()}
      </SiteLink>
      <h1 tabIndex={-1}>{m.new_conversation_title()}</h1>
      <NameSearch label={m.new_conversation_search()} name={name} />
      <Suggestions type="models" username={name.username} none={m.new_conversation_empty()} />
    </>
  )
}
