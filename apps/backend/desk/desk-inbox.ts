/**
 * The inbox of a performer at the desk that holds her. A desk that does not reads nothing of it, and nothing is kept
 * here: what was written stands in the messenger.
 */
import { Effect } from "effect"
import type { DeskInbox, DeskInboxAct } from "@foldcast/contracts/upstream/performer-desk"
import { memberOfBlock } from "../blocks/block-store.ts"
import { SqlDatabase } from "../db/database.ts"
import { notFound, Refused } from "../http/refused.ts"
import {
  blockedBy,
  conversationsWith,
  conversationWith,
  newestMessages,
  pictureWith,
} from "../messenger/performer-inbox.ts"
import { readByPerformer } from "../messenger/read-messages.ts"
import { writtenText } from "../messenger/message-text.ts"
import { sendAsPerformer } from "../messenger/send-message.ts"
import { performerNameOf } from "../performers/performer-names.ts"
import { block, unblock } from "../safety/change-block.ts"
import { Desks } from "./desks.ts"

const openConversation = Effect.fnUntraced(function* (performerId: string, id: string) {
  const database = yield* SqlDatabase
  const found = yield* conversationWith(database, performerId, id)
  if (found === null) return null
  const { name, mayWrite } = found
  return { id, name, messages: yield* newestMessages(database, id), mayWrite }
})

/** `open`: the conversation whose messages are wanted too. */
export const deskInbox = Effect.fn("desk.inbox")(function* (
  desk: string,
  performerId: string,
  open: string | null,
) {
  yield* (yield* Desks).holdOf(desk, performerId)
  const database = yield* SqlDatabase
  const [performer] = yield* performerNameOf(database, performerId)
  if (performer === undefined) return yield* notFound()
  return {
    name: performer.name,
    conversations: yield* conversationsWith(database, performerId),
    open: open === null ? null : yield* openConversation(performerId, open),
    blocked: yield* blockedBy(database, performerId),
  } satisfies DeskInbox
})

export const actInInbox = Effect.fn("desk.actInInbox")(function* (
  desk: string,
  performerId: string,
  act: DeskInboxAct,
) {
  yield* (yield* Desks).holdOf(desk, performerId)
  const database = yield* SqlDatabase
  if (act._tag === "Unblock") {
    const memberId = yield* memberOfBlock(database, performerId, act.block)
    // Taken back already.
    return memberId === null ? undefined : yield* unblock({ memberId, performerId }, "performer")
  }
  const found = yield* conversationWith(database, performerId, act.conversation)
  if (found === null) return yield* notFound()
  const { id, memberId } = found
  if (act._tag === "Block") return yield* block({ memberId, performerId }, "performer")
  if (act._tag === "Read") return yield* readByPerformer({ id, memberId }, act.upTo)
  const content = writtenText(act.text)
  if (content === null) return yield* new Refused({ status: 400, label: "malformed" })
  yield* sendAsPerformer({ memberId, performerId }, { _tag: "Text", content })
})

export const inboxPicture = Effect.fn("desk.inboxPicture")(function* (
  desk: string,
  performerId: string,
  picture: string,
) {
  yield* (yield* Desks).holdOf(desk, performerId)
  return (yield* pictureWith(yield* SqlDatabase, performerId, picture)) ?? (yield* notFound())
})
