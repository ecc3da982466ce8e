/**
 * One conversation: whom it is with, its messages, and the editor. The same one in the messenger and in a pop-up.
 */
import type { ReactNode } from "react"
import { isMember } from "@foldcast/folds/account"
import { m } from "@foldcast/messages/messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Skeleton, SkeletonGroup } from "@foldcast/ui/skeleton.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useSite } from "../../runtime/react.tsx"
import { profileFailure } from "../profile/profile-resource.ts"
import { RetryBanner } from "../site/retry-banner.tsx"
import { MessageEditor } from "./message-editor.tsx"
import { MessageLog } from "./message-log.tsx"
import type { Partner } from "./opened-conversation.ts"
import { type Conversation, useConversation } from "./use-conversation.ts"

const COMING = [1, 2, 3] as const

/** In place of the messages while there are none. */
function Instead({
  conversation,
  partner,
}: {
  readonly conversation: Conversation
  readonly partner: Partner
}) {
  const { failure, isOffline, isAsking, askAgain, history } = conversation
  if (partner.conversationId === null || history !== undefined) {
    return (
      <p className="lane__empty">
        <TextRun>{m.conversation_first({ name: partner.username })}</TextRun>
      </p>
    )
  }
  if (failure !== null) {
    // Source: ERR-27. It is quiet: nothing is said of it but here.
    return profileFailure(failure) === "Gone" ? (
      <p className="lane__empty">
        <TextRun>{m.conversation_missing()}</TextRun>
      </p>
    ) : (
      <RetryBanner label={m.messenger_retry()} isRetrying={isAsking} onRetry={askAgain}>
        {m.conversation_failed()}
      </RetryBanner>
    )
  }
  if (isOffline) return <Banner tone="info">{m.conversation_offline()}</Banner>
  return (
    <SkeletonGroup label={m.conversation_loading()}>
      {COMING.map((line) => (
        <Skeleton key={line} className="lane__coming" />
      ))}
    </SkeletonGroup>
  )
}

export interface ConversationLaneProps {
  readonly partner: Partner
  /** Messages that were unread at the opening. */
  readonly unread: number
  /** Above the messages. */
  readonly head: ReactNode
  /** Whether what is visible counts as read. */
  readonly isSeen?: boolean
}

export function ConversationLane({ partner, unread, head, isSeen = true }: ConversationLaneProps) {
  const { performerId, partnerId, conversationId, username } = partner
  const hasMember = useSite(isMember)
  const conversation = useConversation({ conversationId, performerId, partnerId, unread })
  const { shown, history } = conversation
  const mayWrite = history?.mayWrite ?? true
  return (
    <div className="lane">
      {head}
      {shown.length === 0 ? (
        <div className="lane__instead">
          <Instead conversation={conversation} partner={partner} />
        </div>
      ) : (
        <MessageLog
          conversation={conversation}
          partner={partner}
          unread={unread}
          isSeen={isSeen && hasMember}
        />
      )}
      <p className="lane__notice">
        <TextRun>{m.conversation_notice()}</TextRun>
      </p>
      {mayWrite ? (
        <MessageEditor key={performerId} partner={partner} outgoing={shown} />
      ) : (
        <p className="lane__closed" role="status">
          <TextRun>{m.conversation_closed({ name: username })}</TextRun>
        </p>
      )}
    </div>
  )
}
