/** What pop-ups show: those of the state whose conversation is in the list (MSG-39, MSG-42). Pure. */
import type { ConversationItem } from "@foldcast/contracts/queries/conversations"
import type { PopUp } from "@foldcast/folds/site-state"
import { type Partner, partnerOf } from "../messenger/opened-conversation.ts"

export interface PopUpItem {
  readonly partner: Partner & { readonly conversationId: string }
  readonly unread: number
  readonly isMinimised: boolean
  readonly isBubble: boolean
  /** The newest message, where it is unread. */
  readonly newestUnread: string | null
}

export const popUpItems = (
  popUps: ReadonlyArray<PopUp>,
  items: ReadonlyArray<ConversationItem>,
): ReadonlyArray<PopUpItem> =>
  popUps.flatMap(({ performerId, isMinimised }) => {
    const item = items.find(({ other }) => other.userid === performerId)
    if (item === undefined) return []
    const { id, unread, isBubble, message } = item
    return [
      {
        partner: { ...partnerOf(item), conversationId: id },
        unread,
        isMinimised,
        isBubble,
        newestUnread: unread > 0 ? message.id : null,
      },
    ]
  })

/** The conversations in which a message came since, and for which nothing is open. */
export const newlyWritten = (
  items: ReadonlyArray<ConversationItem>,
  popUps: ReadonlyArray<PopUp>,
  since: number,
): ReadonlyArray<ConversationItem> =>
  items.filter(
    ({ unread, message, other }) =>
      unread > 0 &&
      message.receiver !== other.messagingId &&
      message.createdAt >= since &&
      !popUps.some(({ performerId }) => performerId === other.userid),
  )
