// Made by `npm run docs` from contracts/commands/message-commands.ts.
import type { EventTag } from "../stream/event.ts"
import type { MessageCommandTag } from "./message-commands.ts"

export const MESSAGE_OUTCOMES: Readonly<Record<MessageCommandTag, ReadonlyArray<EventTag>>> = {
  SendPrivateMessage: ["PrivateMessageSent","PrivateMessageRefused","PrivateMessageUnknown"],
  MarkMessageRead: ["MessageRead"],
  SetConversationState: ["ConversationStateChanged","ConversationChangeRefused"],
  DeleteConversation: ["ConversationDeleted","ConversationChangeRefused"],
}
