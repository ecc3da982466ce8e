/** Changes to a member's own view of a conversation: its states, and deleting it. */
import { Clock, Effect } from "effect"
import type { ConversationState } from "@foldcast/contracts/private-message"
import { SqlDatabase, type SqlQueries } from "../db/database.ts"
import { saveFavourite, unsaveFavourite } from "../favourites/change-favourite.ts"
import { lockPresentMember } from "../members/member-store.ts"
import {
  archiveConversation,
  bubbleConversation,
  type Conversation,
  conversationOf,
  deleteConversation,
  markConversation,
} from "./conversation-store.ts"
import { readUpTo } from "./message-store.ts"
import { notInvolved } from "./read-messages.ts"

/** Under the member's lock. */
const inConversation = Effect.fnUntraced(function* <A, E, R>(
  memberId: string,
  id: string,
  change: (queries: SqlQueries, conversation: Conversation) => Effect.Effect<A, E, R>,
) {
  const database = yield* SqlDatabase
  return yield* database.transaction((queries) =>
    Effect.gen(function* () {
      yield* lockPresentMember(queries, memberId)
      const found = yield* conversationOf(queries, memberId, id)
      if (found === null) return yield* notInvolved()
      return yield* change(queries, found)
    }),
  )
})

const read = Effect.fnUntraced(function* (queries: SqlQueries, { id, last_number }: Conversation) {
  const at = new Date(yield* Clock.currentTimeMillis)
  const upTo = { conversationId: id, sender: "performer", number: last_number, at } as const
  yield* readUpTo(queries, upTo)
  yield* markConversation(queries, id, false)
})

/** A favourite is the performer's heart, which has a list of its own. */
const favour = Effect.fnUntraced(function* (memberId: string, id: string, isOn: boolean) {
  const performerId = yield* inConversation(memberId, id, (_, { performer_id }) =>
    Effect.succeed(performer_id),
  )
  yield* isOn ? saveFavourite(memberId, performerId) : unsaveFavourite(memberId, performerId)
})

export interface StateChange {
  readonly memberId: string
  readonly id: string
  readonly state: ConversationState
  readonly isOn: boolean
}

/** `read` taken back is `unread`, and the other way round. */
export const changeConversation = Effect.fn("messenger.changeConversation")(function* ({
  memberId,
  id,
  state,
  isOn,
}: StateChange) {
  if (state === "favourite") return yield* favour(memberId, id, isOn)
  yield* inConversation(memberId, id, (queries, conversation) => {
    switch (state) {
      case "read":
        return isOn ? read(queries, conversation) : markConversation(queries, id, true)
      case "unread":
        return isOn ? markConversation(queries, id, true) : read(queries, conversation)
      case "archived":
        return archiveConversation(queries, id, isOn)
      case "bubble":
        return bubbleConversation(queries, id, isOn)
    }
  })
})

export const deleteForMember = Effect.fn("messenger.deleteForMember")(
  (memberId: string, id: string) =>
    inConversation(memberId, id, (queries) => deleteConversation(queries, memberId, id)),
)
