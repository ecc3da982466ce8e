/** Whom to write to, where nobody is chosen: favorites and who is online, narrowed by a name (ROUTE-09). */
import { useState } from "react"
import { m } from "@foldcast/messages/messages"
import { SiteLink } from "../site/site-link.tsx"
import { useDelayed } from "../site/use-delayed.ts"
import { Suggestions } from "./suggestions.tsx"

/** Milliseconds after the last character. */
const SEARCH_MS = 200

export function NewConversation() {
  const [typed, setTyped] = useState("")
  const username = useDelayed(typed.trim(), SEARCH_MS) ?? ""
  return (
    <>
      <SiteLink page="messenger" className="lane__back">
        {m.messenger_back()}
      </SiteLink>
      <h1 tabIndex={-1}>{m.new_conversation_title()}</h1>
      <input
        type="search"
        className="ui-field__input"
        value={typed}
        maxLength={64}
        aria-label={m.new_conversation_search()}
        placeholder={m.new_conversation_search()}
        autoComplete="off"
        onChange={({ target }) => {
          setTyped(target.value)
        }}
      />
      <Suggestions type="models" username={username} none={m.new_conversation_empty()} />
    </>
  )
}
