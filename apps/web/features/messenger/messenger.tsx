/**
 * The messenger: the list of conversations and the open one beside it. A phone shows one of them at a time (ROUTE-08).
 * It stays while its addresses change, so that a list keeps its place and an editor its focus.
 */
import { ForMembers } from "../site/for-members.tsx"
import { m } from "@foldcast/messages/messages"
import { EmptyState } from "../site/empty-state.tsx"
import { SiteLinkButton } from "../site/site-link-button.tsx"
import { RetryBanner } from "../site/retry-banner.tsx"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Skeleton, SkeletonGroup } from "@foldcast/ui/skeleton.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { WhoIsLive } from "../grid/who-is-live.tsx"
import { ConversationHead } from "./conversation-head.tsx"
import { ConversationLane } from "./conversation-lane.tsx"
import { ConversationList } from "./conversation-list.tsx"
import { NewConversation } from "./new-conversation.tsx"
import { type Conversations, useConversations } from "./use-conversations.ts"
import { type Opened, useOpenedConversation } from "./use-opened-conversation.ts"
import { SiteLink } from "../site/site-link.tsx"
import "../site/plain-page.css"
import "./messenger.css"
import "./conversation-lane.css"
import "./message-editor.css"

/** What stands in the lane where no conversation does. */
function NotOpen({ opened }: { readonly opened: Exclude<Opened, { readonly _tag: "Open" }> }) {
  switch (opened._tag) {
    case "Nothing":
      return (
        <p className="lane__empty">
          <TextRun>{m.messenger_pick()}</TextRun>
        </p>
      )
    case "Choosing":
      return <NewConversation />
    case "Looking":
      return (
        <>
          <h1 tabIndex={-1}>{m.conversation_title()}</h1>
          <SkeletonGroup label={m.conversation_loading()}>
            <Skeleton className="lane__coming" />
            <Skeleton className="lane__coming" />
          </SkeletonGroup>
        </>
      )
    case "Missing":
      return (
        <>
          <h1 tabIndex={-1}>{m.conversation_title()}</h1>
          <p>
            <TextRun>{m.conversation_missing()}</TextRun>
          </p>
          <SiteLink page="messenger">{m.messenger_back()}</SiteLink>
        </>
      )
    case "Failed":
      return (
        <>
          <h1 tabIndex={-1}>{m.conversation_title()}</h1>
          {opened.isOffline ? (
            <Banner tone="info">{m.conversation_offline()}</Banner>
          ) : (
            <RetryBanner label={m.messenger_retry()} isRetrying={false} onRetry={opened.askAgain}>
              {m.conversation_failed()}
            </RetryBanner>
          )}
        </>
      )
  }
}

function Lane({ list, opened }: { readonly list: Conversations; readonly opened: Opened }) {
  if (opened._tag !== "Open") {
    return (
      <div className="messenger__pane messenger__pane--plain">
        <NotOpen opened={opened} />
      </div>
    )
  }
  const { partner } = opened
  const item = list.items.find(({ id }) => id === partner.conversationId)
  return (
    <div className="messenger__pane">
      <ConversationLane
        key={partner.performerId}
        partner={partner}
        unread={item?.unread ?? 0}
        head={<ConversationHead partner={partner} item={item} />}
      />
    </div>
  )
}

/** Before the first conversation there is nothing to list. */
function Empty() {
  return (
    <div className="site-width plain-page">
      <h1 tabIndex={-1}>{m.messenger_title()}</h1>
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
    </div>
  )
}

function Panes() {
  const list = useConversations({ filter: "all", sort: "lastInteraction", username: "" })
  const opened = useOpenedConversation(list)
  if (opened._tag === "Nothing" && list.isHere && list.items.length === 0) return <Empty />
  const openId = opened._tag === "Open" ? opened.partner.conversationId : null
  return (
    <div className="messenger" data-open={opened._tag !== "Nothing" || undefined}>
      <ConversationList all={list} openId={openId} isPage={opened._tag === "Nothing"} />
      <Lane list={list} opened={opened} />
    </div>
  )
}

export function Messenger() {
  return (
    <ForMembers>
      <Panes />
    </ForMembers>
  )
}
