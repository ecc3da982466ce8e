/**
 * Reading: what a member sees of a conversation, and what either person is known to have read.
 *
 * Invariant: whoever reads a message has read those before it.
 */
import { Clock, Effect } from "effect"
import { NOT_INVOLVED_LABEL } from "@foldcast/contracts/upstream/messenger-api"
import { isBlockedBetween } from "../blocks/block-store.ts"
import { SqlDatabase, type SqlQueries } from "../db/database.ts"
import { notFound, Refused } from "../http/refused.ts"
import { lockPresentMember } from "../members/member-store.ts"
import { writeToOutbox } from "../outbox/outbox.ts"
import { OutboxRelay } from "../outbox/relay.ts"
import { performerNameOf } from "../performers/performer-names.ts"
import { conversationOf, markConversation } from "./conversation-store.ts"
import { messageAnswer, unreadOf } from "./message-rows.ts"
import { messagePlaceOf, messagesBetween, readUpTo } from "./message-store.ts"

export const notInvolved = () => new Refused({ status: 400, label: NOT_INVOLVED_LABEL })

/** Numbers have no gap, so a page is a span of them. */
export const readConversation = Effect.fn("messenger.readConversation")(function* (
  memberId: string,
  id: string,
  { page, limit }: { readonly page: number; readonly limit: number },
) {
  const database = yield* SqlDatabase
  const found = yield* conversationOf(database, memberId, id)
  if (found === null) return yield* notFound()
  const { performer_id: performerId, last_number, deleted_to, last_at } = found
  const pair = { memberId, performerId }
  const [performer] = yield* performerNameOf(database, performerId)
  const upTo = Math.max(deleted_to, last_number - page * limit)
  const after = Math.max(deleted_to, upTo - limit)
  const rows = yield* messagesBetween(database, id, after, upTo)
  return {
    id,
    other: { id: performerId, username: performer?.name ?? performerId },
    messages: rows.map((row) => messageAnswer(row, pair)),
    nextPage: after > deleted_to ? page + 1 : null,
    unread: unreadOf(found),
    deleted: last_number === deleted_to,
    updatedAt: last_at.toISOString(),
    mayWrite: performer !== undefined && !(yield* isBlockedBetween(database, pair)),
  }
})

/** The member has read that message of the performer's, and those before it. */
export const readByMember = Effect.fn("messenger.readByMember")(function* (
  memberId: string,
  messageId: string,
) {
  const database = yield* SqlDatabase
  const at = new Date(yield* Clock.currentTimeMillis)
  yield* database.transaction((queries) =>
    Effect.gen(function* () {
      yield* lockPresentMember(queries, memberId)
      const place = yield* messagePlaceOf(queries, memberId, messageId)
      if (place === null) return yield* notInvolved()
      const { conversation_id: conversationId, number } = place
      yield* readUpTo(queries, { conversationId, sender: "performer", number, at })
      yield* markConversation(queries, conversationId, false)
    }),
  )
})

/** Inside a transaction: the performer has read up to that number, and the member is told of the newest. */
export const markReadByPerformer = Effect.fnUntraced(function* (
  queries: SqlQueries,
  { id: conversationId, memberId }: { readonly id: string; readonly memberId: string },
  number: number,
  at: Date,
) {
  const newest = yield* readUpTo(queries, { conversationId, sender: "member", number, at })
  if (newest === null) return
  yield* writeToOutbox(queries, memberId, "message-read", { conversationId, messageId: newest.id })
})

/** The performer has read what the member wrote up to that number. */
export const readByPerformer = Effect.fn("messenger.readByPerformer")(function* (
  conversation: { readonly id: string; readonly memberId: string },
  number: number,
) {
  const database = yield* SqlDatabase
  const at = new Date(yield* Clock.currentTimeMillis)
  yield* database.transaction((queries) =>
    Effect.andThen(
      lockPresentMember(queries, conversation.memberId),
      markReadByPerformer(queries, conversation, number, at),
    ),
  )
  yield* (yield* OutboxRelay).wake
})
