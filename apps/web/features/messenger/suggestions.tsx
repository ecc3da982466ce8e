/** Performers to write to: online ones, or the member's favorites (MSG-06). */
import { useId } from "react"
import type { SuggestionType } from "@foldcast/contracts/private-message"
import { m } from "@foldcast/messages/messages"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useAnswer } from "../../runtime/use-answer.ts"
import { RetryBanner } from "../site/retry-banner.tsx"
import { Avatar } from "./avatar.tsx"
import { NewConversationLink } from "./new-conversation-link.tsx"
import { suggestionsPage } from "./conversation-answers.ts"

export interface SuggestionsProps {
  readonly type: SuggestionType
  /** Narrows them to names that hold it; empty: all. */
  readonly username: string
  /** Said where there are none; absent: nothing is. */
  readonly none?: string
}

export function Suggestions({ type, username, none }: SuggestionsProps) {
  const heading = useId()
  const { data, isError, isFetching, refetch } = useAnswer(suggestionsPage(type, username))
  const suggestions = data?.suggestions ?? []
  if (isError && data === undefined) {
    return (
      <RetryBanner
        label={m.messenger_retry()}
        isRetrying={isFetching}
        onRetry={() => {
          void refetch()
        }}
      >
        {m.new_conversation_failed()}
      </RetryBanner>
    )
  }
  if (suggestions.length === 0) {
    return data === undefined || none === undefined ? null : (
      <p className="conversations__none" role="status">
        <TextRun>{none}</TextRun>
      </p>
    )
  }
  return (
    <section className="suggestions" aria-labelledby={heading}>
      <h3 id={heading}>{m.messenger_suggestions()}</h3>
      <ul>
        {suggestions.map((performer) => (
          <li key={performer.userid}>
            <NewConversationLink
              performerId={performer.userid}
              username={performer.username}
              className="suggestions__link"
            >
              <Avatar
                username={performer.username}
                avatar={performer.avatar}
                isOnline={performer.isOnline}
              />
              <span>
                <TextRun>{m.messenger_suggestion({ name: performer.username })}</TextRun>
              </span>
            </NewConversationLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
