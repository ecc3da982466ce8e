/** Which conversation an address of the messenger opens (ROUTE-09 to ROUTE-11). Pure. */
import { isPerformerId } from "@foldcast/contracts/performer-id"
import type { ConversationItem } from "@foldcast/contracts/queries/conversations"

export interface Partner {
  /** Null for a conversation that does not exist yet. */
  readonly conversationId: string | null
  readonly performerId: string
  /** What a message is addressed with; null where it is not known. */
  readonly partnerId: string | null
  readonly username: string
  readonly avatar: string | null
  /** Null where it is not known. */
  readonly isOnline: boolean | null
}

export const partnerOf = ({ id, other }: ConversationItem): Partner => ({
  conversationId: id,
  performerId: other.userid,
  partnerId: other.messagingId,
  username: other.username,
  avatar: other.avatar,
  isOnline: other.isOnline,
})

const isNamed = ({ other }: ConversationItem, name: string): boolean =>
  other.username.toLowerCase() === name.toLowerCase()

/** By the conversation's id, else by the performer's, else by the name. */
export const itemAt = (
  items: ReadonlyArray<ConversationItem>,
  place: string,
): ConversationItem | undefined =>
  items.find(({ id }) => id === place) ??
  items.find(({ other }) => other.userid === place) ??
  items.find((item) => isNamed(item, place))

/** The performer that a link to a new conversation names by id; whose it is, the site says. Null where it names none. */
export const wantedId = (search: string): string | null => {
  const id = new URLSearchParams(search).get("modelId")
  return id !== null && isPerformerId(id) ? id : null
}
