/**
 * The transactional outbox of the member socket: events, written by the transaction that makes them true. Each is
 * delivered at least once to a connected member, in the order of writing; after a crash between commit and delivery
 * the next start delivers it (deliveries.ts). A member who is away for longer asks when they come back.
 */
import { Clock, Effect, Schema } from "effect"
import {
  MEMBER_EVENT_NAMES,
  MEMBER_EVENTS,
  type MemberEventName,
  type MemberEventPayload,
} from "@foldcast/contracts/upstream/member-socket"
import type { SqlQueries } from "../db/database.ts"
import { voidStatement, statement } from "../db/statement.ts"

const Undelivered = Schema.Struct({
  id: Schema.Int,
  member_id: Schema.String,
  event: Schema.Literals(MEMBER_EVENT_NAMES),
  payload: Schema.Unknown,
  written_at: Schema.Date,
})
export type Undelivered = typeof Undelivered.Type

const WRITE = voidStatement(
  "INSERT INTO outbox (member_id, event, payload, written_at) VALUES ($1, $2, $3, $4)",
)
const UNDELIVERED = statement(
  Undelivered,
  `SELECT id, member_id, event, payload, written_at FROM outbox
   WHERE told_at IS NULL AND id > $1 ORDER BY id LIMIT $2`,
)
const MARK_DELIVERED = voidStatement(
  `UPDATE outbox SET told_at = $2
   WHERE told_at IS NULL AND id IN (SELECT value::bigint FROM jsonb_array_elements_text($1::jsonb))`,
)
const DELETE_DELIVERED = voidStatement("DELETE FROM outbox WHERE told_at < $1")
const DELETE_MEMBER = voidStatement("DELETE FROM outbox WHERE member_id = $1")

/** Inside the transaction that makes it true. A payload that the contract does not know is a defect. */
export const writeToOutbox = Effect.fn("outbox.write")(function* <Name extends MemberEventName>(
  queries: SqlQueries,
  memberId: string,
  event: Name,
  payload: MemberEventPayload<Name>,
) {
  const encoded: unknown = Schema.encodeUnknownSync(MEMBER_EVENTS[event])(payload)
  const at = new Date(yield* Clock.currentTimeMillis)
  yield* queries.query(WRITE, [memberId, event, JSON.stringify(encoded), at])
})

/** Undelivered events after `id`, in their order. */
export const undeliveredAfter = (queries: SqlQueries, id: number, limit: number) =>
  queries.query(UNDELIVERED, [id, limit])

export const markDelivered = (queries: SqlQueries, ids: ReadonlyArray<number>, at: Date) =>
  ids.length === 0 ? Effect.void : queries.query(MARK_DELIVERED, [JSON.stringify(ids), at])

export const deleteDeliveredBefore = (queries: SqlQueries, at: Date) =>
  queries.query(DELETE_DELIVERED, [at])

/** Inside the transaction that deletes an account. */
export const deleteDeliveriesOf = (queries: SqlQueries, memberId: string) =>
  queries.query(DELETE_MEMBER, [memberId])
