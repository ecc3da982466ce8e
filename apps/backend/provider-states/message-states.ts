/** The states about private messages: what performers write and read. */
import { basename } from "node:path/posix"
import { Effect } from "effect"
import { SqlDatabase } from "../db/database.ts"
import { pairOf } from "../messenger/conversation-store.ts"
import { attachmentPicture } from "../messenger/attachment-picture.ts"
import { readByPerformer } from "../messenger/read-messages.ts"
import { sendAsMember, sendAsPerformer } from "../messenger/send-message.ts"
import { BackendIds } from "../ids.ts"
import { renderSvg } from "../media/render.ts"
import { givenLoggedIn, type StateParams } from "./member-states.ts"
import { givenPerformer } from "./performer-states.ts"

/** A picture as a performer would send one. */
const pictureBody = Effect.fnUntraced(function* (performerId: string) {
  const drawn = { owner: performerId, name: "1", plain: false } as const
  const jpeg = yield* Effect.promise(() => renderSvg({ picture: drawn, size: "200x150" }, "jpeg"))
  const picture = yield* attachmentPicture(jpeg).pipe(Effect.orDie)
  return { _tag: "Picture" as const, picture }
})

/** The two that the parameters name; a new one for whom they do not. */
const givenPair = Effect.fnUntraced(function* (params: StateParams) {
  const performer =
    params.performerId === undefined
      ? yield* givenPerformer(params)
      : { performerId: params.performerId }
  const member =
    params.memberId === undefined
      ? yield* givenLoggedIn({ credits: 1_000, ...params })
      : { memberId: params.memberId }
  return { ...member, ...performer }
})

/** The performer writes to the member, a text or a picture. */
export const performerWrites = Effect.fnUntraced(function* (params: StateParams) {
  const pair = yield* givenPair(params)
  const { memberId, performerId } = pair
  const body =
    params.hasPicture === true
      ? yield* pictureBody(performerId)
      : { _tag: "Text" as const, content: params.message ?? "Hello" }
  const { conversationId, message } = yield* sendAsPerformer({ memberId, performerId }, body)
  const { id: messageId, attachment } = message
  return {
    ...pair,
    conversationId,
    messageId,
    ...(attachment !== undefined && { attachmentId: basename(attachment.url) }),
  }
})

/** A member, a performer, and one message of each: the performer's is not read. */
export const conversation = Effect.fnUntraced(function* (params: StateParams) {
  const pair = yield* givenPair(params)
  const { memberId, performerId } = pair
  const key = (yield* BackendIds).next("pm")
  yield* sendAsMember({ memberId, performerId }, key, { _tag: "Text", content: "Hello" })
  const messagingId = performerId
  const written = yield* performerWrites({ ...params, memberId, performerId })
  return { ...written, ...pair, messagingId, key }
})

export const conversationWithPicture = (params: StateParams) =>
  conversation({ ...params, hasPicture: true })

/** The performer has read everything that the member wrote. */
export const performerReads = Effect.fnUntraced(function* (params: StateParams) {
  const pair =
    params.performerId === undefined ? yield* conversation(params) : yield* givenPair(params)
  const { memberId, performerId } = pair
  const found = yield* pairOf(yield* SqlDatabase, memberId, performerId)
  if (found !== null) yield* readByPerformer({ id: found.id, memberId }, found.last_number)
  return pair
})
