/**
 * Blocking and unblocking, by either of the two. Doing it again changes nothing.
 *
 * Invariants: a block is stored before rooms hear of it, and under the member's lock, which whoever writes in the
 * inbox takes; so nothing passes between the two once it is answered. A member who is in the performer's room leaves it
 * as if by themselves, with the exact charge of a paid session; one whom she blocks is sent out.
 */
import { Clock, Effect } from "effect"
import { MAX_BLOCKS } from "@foldcast/contracts/upstream/blocks"
import {
  addBlock,
  type BlockAuthor,
  type BlockPair,
  countBlocksOf,
  isBlockedBetween,
  removeBlock,
} from "../blocks/block-store.ts"
import { ChatRooms } from "../chat/room-service/chat-rooms.ts"
import { SqlDatabase } from "../db/database.ts"
import { badRequest, notFound } from "../http/refused.ts"
import { lockPresentMember } from "../members/member-store.ts"
import { performerNameOf } from "../performers/performer-names.ts"

export const block = Effect.fn("safety.block")(function* (pair: BlockPair, by: BlockAuthor) {
  const database = yield* SqlDatabase
  const at = new Date(yield* Clock.currentTimeMillis)
  yield* database.transaction((queries) =>
    Effect.gen(function* () {
      yield* lockPresentMember(queries, pair.memberId)
      if ((yield* performerNameOf(queries, pair.performerId)).length === 0) return yield* notFound()
      if (by === "member" && (yield* countBlocksOf(queries, pair.memberId)) >= MAX_BLOCKS) {
        return yield* badRequest("tooMany")
      }
      yield* addBlock(queries, pair, by, at)
    }),
  )
  yield* (yield* ChatRooms).keepApart(pair, by)
})

/** Of a performer who is gone, too. A block of the other side stays. */
export const unblock = Effect.fn("safety.unblock")(function* (pair: BlockPair, by: BlockAuthor) {
  const database = yield* SqlDatabase
  const stillBlocked = yield* database.transaction((queries) =>
    Effect.gen(function* () {
      yield* lockPresentMember(queries, pair.memberId)
      yield* removeBlock(queries, pair, by)
      return yield* isBlockedBetween(queries, pair)
    }),
  )
  if (!stillBlocked) yield* (yield* ChatRooms).letMeet(pair)
})
