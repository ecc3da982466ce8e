/** The list of conversations: search, filter, order, suggestions, and what stands instead of it (MSG-03 to MSG-08). */
import { Pencil } from "lucide-react"
import { useId, useState } from "react"
import {
  CONVERSATION_FILTERS,
  CONVERSATION_SORTS,
  type ConversationFilter,
  type ConversationSort,
} from "@foldcast/contracts/private-message"
import { m } from "@foldcast/messages/messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { SelectField } from "@foldcast/ui/select-field.tsx"
import { Skeleton, SkeletonGroup } from "@foldcast/ui/skeleton.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { RetryBanner } from "../site/retry-banner.tsx"
import { SiteLinkButton } from "../site/site-link-button.tsx"
import { ConversationRow } from "./conversation-row.tsx"
import { NameSearch, type SearchedName, useSearchedName } from "./name-search.tsx"
import { Suggestions } from "./suggestions.tsx"
import { type Conversations, useConversations } from "./use-conversations.ts"

const FILTER_NAMES: Readonly<Record<ConversationFilter, () => string>> = {
  all: m.messenger_filter_all,
  unanswered: m.messenger_filter_unanswered,
  answered: m.messenger_filter_answered,
  favourites: m.messenger_filter_favourites,
  models: m.messenger_filter_models,
}
const SORT_NAMES: Readonly<Record<ConversationSort, () => string>> = {
  lastInteraction: m.messenger_sort_last,
  favoritedYou: m.messenger_sort_favorited,
}
const COMING = [1, 2, 3, 4, 5] as const

const isOneOf =
  <Word extends string>(words: ReadonlyArray<Word>) =>
  (value: string): value is Word =>
    (words as ReadonlyArray<string>).includes(value)
const isFilter = isOneOf(CONVERSATION_FILTERS)
const isSort = isOneOf(CONVERSATION_SORTS)

interface ToolsProps {
  readonly filter: ConversationFilter
  readonly sort: ConversationSort
  readonly name: SearchedName
  readonly onFilter: (filter: ConversationFilter) => void
  readonly onSort: (sort: ConversationSort) => void
}

function Tools({ filter, sort, name, onFilter, onSort }: ToolsProps) {
  return (
    <div className="conversations__tools">
      <NameSearch label={m.messenger_search()} name={name} />
      <div className="conversations__choices">
        <SelectField
          label={m.messenger_filter()}
          options={CONVERSATION_FILTERS.map((value) => ({ value, text: FILTER_NAMES[value]() }))}
          value={filter}
          onChange={(value) => {
            if (isFilter(value)) onFilter(value)
          }}
        />
        <SelectField
          label={m.messenger_sort()}
          options={CONVERSATION_SORTS.map((value) => ({ value, text: SORT_NAMES[value]() }))}
          value={sort}
          onChange={(value) => {
            if (isSort(value)) onSort(value)
          }}
        />
      </div>
    </div>
  )
}

/** In place of rows. */
function Instead({ list, username }: { readonly list: Conversations; readonly username: string }) {
  if (list.isFailed) {
    return (
      <RetryBanner label={m.messenger_retry()} isRetrying={list.isAsking} onRetry={list.askAgain}>
        {m.messenger_failed()}
      </RetryBanner>
    )
  }
  if (list.isOffline) return <Banner tone="info">{m.messenger_offline()}</Banner>
  if (!list.isHere) {
    return (
      <SkeletonGroup label={m.messenger_loading()}>
        {COMING.map((row) => (
          <Skeleton key={row} className="conversations__coming" />
        ))}
      </SkeletonGroup>
    )
  }
  return (
    <p className="conversations__none" role="status">
      <TextRun>
        {username === "" ? m.messenger_none_here() : m.messenger_no_match({ name: username })}
      </TextRun>
    </p>
  )
}

export interface ConversationListProps {
  /** All of them, as the page has asked. */
  readonly all: Conversations
  readonly openId: string | null
  /** Whether the page's heading is in the list. */
  readonly isPage: boolean
}

export function ConversationList({ all, openId, isPage }: ConversationListProps) {
  const heading = useId()
  const [filter, setFilter] = useState<ConversationFilter>("all")
  const [sort, setSort] = useState<ConversationSort>("lastInteraction")
  const name = useSearchedName()
  const { username } = name
  const isAll = filter === "all" && sort === "lastInteraction" && username === ""
  const narrowed = useConversations({ filter, sort, username }, !isAll)
  const list = isAll ? all : narrowed
  const Heading = isPage ? "h1" : "h2"
  return (
    <section className="conversations" aria-labelledby={heading}>
      <div className="conversations__head">
        <Heading id={heading} tabIndex={-1}>
          {m.messenger_title()}
        </Heading>
        <SiteLinkButton page="messenger-new-conversation" variant="quiet">
          <Pencil size={18} aria-hidden="true" />
          <TextRun>{m.new_conversation_title()}</TextRun>
        </SiteLinkButton>
      </div>
      <Tools filter={filter} sort={sort} name={name} onFilter={setFilter} onSort={setSort} />
      {list.items.length === 0 ? (
        <Instead list={list} username={username} />
      ) : (
        <ul className="conversations__rows" aria-label={m.messenger_conversations()}>
          {list.items.map((item) => (
            <ConversationRow key={item.id} item={item} isOpen={item.id === openId} />
          ))}
        </ul>
      )}
      {list.more === "failed" && (
        <p className="conversations__none" role="status">
          <TextRun>{m.messenger_failed()}</TextRun>
        </p>
      )}
      {list.hasMore && (
        <Button
          variant="quiet"
          isPending={list.more === "asking"}
          pendingLabel={m.messenger_loading()}
          onPress={list.loadMore}
        >
          {m.messenger_more()}
        </Button>
      )}
      {(filter === "models" || filter === "favourites") && (
        <Suggestions type={filter} username={username} />
      )}
    </section>
  )
}
