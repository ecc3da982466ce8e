/**
 * Sending a private message, by either of the two people. A member's message costs its price in one movement, whose key
 * is the sender's own id for it: a repeated one moves nothing and answers as the first did.
 *
 * Invariant: message, movement, key and what is told of them commit together, under the member's lock.
 */
import { Clock, Effect } from "effect"
import { MESSAGE_PRICE } from "@foldcast/contracts/chat-rules"
import {
  type InboxSendAnswer,
  KEY_CLOSED_LABEL,
  type UpstreamPrivateMessage,
} from "@foldcast/contracts/upstream/messenger-api"
import { blockRefusal } from "../blocks/block-refusal.ts"
import { tooFewCredits } from "../chat/billing/paid-sessions.ts"
import { SqlDatabase, type SqlQueries } from "../db/database.ts"
import { only } from "../db/statement.ts"
import { badRequest, failIfRefused, notFound, Refused } from "../http/refused.ts"
import { BackendIds } from "../ids.ts"
import { memberAccount } from "../ledger/accounts.ts"
import { balanceOf, move } from "../ledger/ledger.ts"
import { lockPresentMember } from "../members/member-store.ts"
import { writeToOutbox } from "../outbox/outbox.ts"
import { OutboxRelay } from "../outbox/relay.ts"
import { performerNameOf } from "../performers/performer-names.ts"
import { pauseRefusal } from "../spending/spending.ts"
import { advance, lockConversation } from "./conversation-store.ts"
import { messageAnswer, type MessageSender, type Pair } from "./message-rows.ts"
import {
  insertMessage,
  keepKey,
  keyStateOf,
  type MessageBody,
  messagesBetween,
} from "./message-store.ts"

/** Adds the message to the conversation of the two and tells the member. */
export const writeMessage = Effect.fnUntraced(function* (
  queries: SqlQueries,
  pair: Pair,
  { sender, body, at }: { sender: MessageSender; body: MessageBody; at: Date },
) {
  const { id: conversationId, last_number } = yield* lockConversation(queries, { ...pair, at })
  const id = (yield* BackendIds).next("pm")
  const number = last_number + 1
  yield* insertMessage(queries, { id, conversationId, number, sender, body, at })
  yield* advance(queries, conversationId, number, at)
  const row = only(yield* messagesBetween(queries, conversationId, last_number, number))
  const message: UpstreamPrivateMessage = messageAnswer(row, pair)
  const { receiver, read: _, ...told } = message
  yield* writeToOutbox(queries, pair.memberId, "private-message", {
    conversationId,
    receiver,
    target: "member",
    message: told,
  })
  return { conversationId, message } satisfies InboxSendAnswer
})

const charge = Effect.fnUntraced(function* (
  queries: SqlQueries,
  { memberId, performerId }: Pair,
  key: string,
) {
  yield* move(queries, {
    key: `message:${memberId}:${key}`,
    debit: memberAccount(memberId),
    credit: "house:earned",
    amount: MESSAGE_PRICE,
    reason: "message",
    about: performerId,
  }).pipe(
    Effect.catchTag("InsufficientCredits", tooFewCredits),
    Effect.catchTag("KeyReused", () => badRequest("key")),
  )
  yield* writeToOutbox(queries, memberId, "updated-credits", {
    credits: yield* balanceOf(queries, memberId),
  })
})

/** What was sent with the key; null where nothing has been. */
const already = Effect.fnUntraced(function* (queries: SqlQueries, pair: Pair, key: string) {
  const known = yield* keyStateOf(queries, pair.memberId, key)
  switch (known._tag) {
    case "Unknown":
      return null
    case "Closed":
      return yield* new Refused({ status: 409, label: KEY_CLOSED_LABEL })
    case "Sent":
      return known.performerId === pair.performerId ? known.answer : yield* badRequest("key")
  }
})

const failIfMayNotWrite = Effect.fnUntraced(function* (queries: SqlQueries, pair: Pair) {
  const { memberId, performerId } = pair
  yield* failIfRefused(yield* pauseRefusal(queries, memberId))
  yield* failIfRefused(yield* blockRefusal(queries, pair))
  if ((yield* performerNameOf(queries, performerId)).length === 0) return yield* notFound()
})

/**
 * What was sent with the key, or why nothing would be; null: it may be sent. Asked before a picture is looked at, which
 * costs more than all else; sending asks the same again under the member's lock.
 */
export const sentBefore = Effect.fn("messenger.sentBefore")(function* (pair: Pair, key: string) {
  const database = yield* SqlDatabase
  const before = yield* already(database, pair, key)
  if (before !== null) return before
  yield* failIfMayNotWrite(database, pair)
  if ((yield* balanceOf(database, pair.memberId)) < MESSAGE_PRICE) return yield* tooFewCredits()
  return null
})

export const sendAsMember = Effect.fn("messenger.sendAsMember")(function* (
  pair: Pair,
  key: string,
  body: MessageBody,
) {
  const database = yield* SqlDatabase
  const at = new Date(yield* Clock.currentTimeMillis)
  const answer = yield* database.transaction((queries) =>
    Effect.gen(function* () {
      const { memberId } = pair
      yield* lockPresentMember(queries, memberId)
      const before = yield* already(queries, pair, key)
      if (before !== null) return before
      yield* failIfMayNotWrite(queries, pair)
      const sent = yield* writeMessage(queries, pair, { sender: "member", body, at })
      yield* keepKey(queries, { memberId, key, messageId: String(sent.message.id), at })
      yield* charge(queries, pair, key)
      return sent
    }),
  )
  yield* (yield* OutboxRelay).wake
  return answer
})

/** A performer writes for nothing, and not where one of the two has blocked the other. */
export const sendAsPerformer = Effect.fn("messenger.sendAsPerformer")(function* (
  pair: Pair,
  body: MessageBody,
) {
  const database = yield* SqlDatabase
  const at = new Date(yield* Clock.currentTimeMillis)
  const answer = yield* database.transaction((queries) =>
    Effect.gen(function* () {
      yield* lockPresentMember(queries, pair.memberId)
      yield* failIfRefused(yield* blockRefusal(queries, pair))
      return yield* writeMessage(queries, pair, { sender: "performer", body, at })
    }),
  )
  yield* (yield* OutboxRelay).wake
  return answer
})

/** What became of a message whose answer was lost; one that has not arrived will not be taken any more. */
export const sentOrClosed = Effect.fn("messenger.sentOrClosed")(function* (
  memberId: string,
  key: string,
) {
  const database = yield* SqlDatabase
  const at = new Date(yield* Clock.currentTimeMillis)
  return yield* database.transaction((queries) =>
    Effect.gen(function* () {
      yield* lockPresentMember(queries, memberId)
      const known = yield* keyStateOf(queries, memberId, key)
      if (known._tag === "Sent") return { state: "sent" as const, ...known.answer }
      if (known._tag === "Unknown") yield* keepKey(queries, { memberId, key, messageId: null, at })
      return { state: "notSent" as const }
    }),
  )
})
