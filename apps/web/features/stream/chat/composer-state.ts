/**
 * Whether a message can be written in this tab of the conversation now, and if not, where. A message is taken only
 * where it stays in view and somebody reads it. Pure.
 */
import { type LiveTab, TAB } from "@foldcast/contracts/client-facts/live-tab"
import { CONVERSATION_OF_TAB, conversationOfOwn } from "@foldcast/folds/room-lines"
import type { ConversationName, RoomState } from "@foldcast/folds/room-state"

/** Source: CHAT-32. */
export const messageTypeOf = (tab: LiveTab): "room" | "host" =>
  tab === TAB.public ? "room" : "host"

export type ComposerState =
  /** `isCharged`: only who has credits may write. */
  | { readonly _tag: "Open"; readonly isCharged: boolean }
  | { readonly _tag: "Guest" }
  /** Who pays by phone writes in private chat, where the call pays. */
  | { readonly _tag: "Caller" }
  | { readonly _tag: "Outside" }
  | { readonly _tag: "Offline" }
  /** Free chat is off: only she reads what who watches free writes. */
  | { readonly _tag: "FreeChatOff" }
  /** VIP has not begun. */
  | { readonly _tag: "VipLater" }
  /** In VIP one talks in the conversation of VIP. */
  | { readonly _tag: "InVip" }

/** The tab in which who cannot write here can. */
export const WRITES_IN: Readonly<Partial<Record<ComposerState["_tag"], LiveTab>>> = {
  FreeChatOff: TAB.private,
  VipLater: TAB.private,
  InVip: TAB.vip,
}

/** The conversation in which a message from this tab would stand. */
const conversationTyped = (room: RoomState, tab: LiveTab): ConversationName =>
  conversationOfOwn(room, messageTypeOf(tab))

const OPEN_TO_FREE: ReadonlySet<RoomState["mode"]> = new Set(["free", "paused", null])

export const composerState = (
  room: RoomState,
  tab: LiveTab,
  { isMember, isCalling = false }: { readonly isMember: boolean; readonly isCalling?: boolean },
): ComposerState => {
  const { presence, mode } = room
  if (presence._tag === "Inside" && mode === "offline") return { _tag: "Offline" }
  if (!isMember && !room.dialIn) return { _tag: isCalling ? "Caller" : "Guest" }
  if (presence._tag !== "Inside") return { _tag: "Outside" }
  const isFree = presence.mode === "free"
  const shown = CONVERSATION_OF_TAB[tab]
  if (presence.mode === "vip" && shown !== null && shown !== "vip") return { _tag: "InVip" }
  if (shown !== null && shown !== conversationTyped(room, tab)) return { _tag: "VipLater" }
  if (isFree && messageTypeOf(tab) === "room" && !OPEN_TO_FREE.has(mode))
    return { _tag: "FreeChatOff" }
  return { _tag: "Open", isCharged: isFree }
}
