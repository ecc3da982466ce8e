/**
 * What a performer writes by herself, as the demo's do: only where the conversation still stands where she saw it.
 *
 * Invariants: under the member's lock, which whoever writes in the conversation takes, so that one message is answered
 * once, whatever breaks in between and however many are at it; whoever answers has read what stands before it.
 */
import { Clock, Effect } from "effect"
import { isBlockedBetween } from "../blocks/block-store.ts"
import { SqlDatabase, type SqlQueries } from "../db/database.ts"
import { lockPresentMember } from "../members/member-store.ts"
import { OutboxRelay } from "../outbox/relay.ts"
import { pairOf } from "./conversation-store.ts"
import type { Pair } from "./message-rows.ts"
import type { MessageBody } from "./message-store.ts"
import { markReadByPerformer } from "./read-messages.ts"
import { writeMessage } from "./send-message.ts"

export interface Continuation<E, R> {
  /** The number of the newest message that she saw; 0 where there was none. */
  readonly after: number
  /** In their order. */
  readonly bodies: ReadonlyArray<MessageBody>
  /** Asked under the lock: whether she still writes. */
  readonly stands: (queries: SqlQueries) => Effect.Effect<boolean, E, R>
}

/** Whether it stood. Without bodies she only reads. */
export const continueAsPerformer = Effect.fn("messenger.continueAsPerformer")(function* <E, R>(
  pair: Pair,
  { after, bodies, stands }: Continuation<E, R>,
) {
  const database = yield* SqlDatabase
  const at = new Date(yield* Clock.currentTimeMillis)
  const isWritten = yield* database.transaction((queries) =>
    Effect.gen(function* () {
      const { memberId, performerId } = pair
      yield* lockPresentMember(queries, memberId)
      const found = yield* pairOf(queries, memberId, performerId)
      if ((found?.last_number ?? 0) !== after) return false
      if (yield* isBlockedBetween(queries, pair)) return false
      if (!(yield* stands(queries))) return false
      if (found !== null) yield* markReadByPerformer(queries, { id: found.id, memberId }, after, at)
      for (const body of bodies)
        yield* writeMessage(queries, pair, { sender: "performer", body, at })
      return true
    }),
  )
  if (isWritten) yield* (yield* OutboxRelay).wake
  return isWritten
})
