/**
 * Blocks in the database: who of a member and a performer keeps the other away. Each of the two may block the other;
 * one of these blocks is enough to keep both apart.
 */
import { Effect, Schema } from "effect"
import { MAX_BLOCKS } from "@foldcast/contracts/upstream/blocks"
import type { SqlQueries } from "../db/database.ts"
import { only, statement, voidStatement } from "../db/statement.ts"
import { BackendIds } from "../ids.ts"

export type BlockAuthor = "member" | "performer"

/** The two between whom a block stands. */
export interface BlockPair {
  readonly memberId: string
  readonly performerId: string
}

/** Of a member `$1` and a performer whose id is that expression: a block of either. */
export const blockedWith = (performerId: string) =>
  `EXISTS (SELECT FROM blocks b WHERE b.member_id = $1 AND b.performer_id = ${performerId})`
/** The same, a block of the member's alone. */
export const blockedByMember = (performerId: string) =>
  `EXISTS (SELECT FROM blocks b WHERE b.member_id = $1 AND b.performer_id = ${performerId}
     AND b.blocked_by = 'member')`

const LIST = statement(
  Schema.Struct({ performer_id: Schema.String }),
  `SELECT performer_id FROM blocks WHERE member_id = $1 AND blocked_by = 'member'
   ORDER BY blocked_at DESC, performer_id LIMIT $2`,
)
const OF_PERFORMER = statement(
  Schema.Struct({ id: Schema.String, username: Schema.String, email: Schema.String }),
  `SELECT b.id, u.username, u.email FROM blocks b
   JOIN members u ON u.id = b.member_id AND NOT u.deleted
   WHERE b.performer_id = $1 AND b.blocked_by = 'performer'
   ORDER BY b.blocked_at DESC, b.id LIMIT $2`,
)
const NAMED = statement(
  Schema.Struct({ member_id: Schema.String }),
  `SELECT member_id FROM blocks WHERE id = $1 AND performer_id = $2 AND blocked_by = 'performer'`,
)
const BETWEEN = statement(
  Schema.Struct({ is_blocked: Schema.Boolean }),
  `SELECT ${blockedWith("$2")} AS is_blocked`,
)
const COUNT = statement(
  Schema.Struct({ blocks: Schema.Int }),
  `SELECT count(*)::integer AS blocks FROM blocks WHERE member_id = $1 AND blocked_by = 'member'`,
)
const ADD = voidStatement(
  `INSERT INTO blocks (id, member_id, performer_id, blocked_by, blocked_at)
   VALUES ($1, $2, $3, $4, $5) ON CONFLICT (member_id, performer_id, blocked_by) DO NOTHING`,
)
const REMOVE = voidStatement(
  "DELETE FROM blocks WHERE member_id = $1 AND performer_id = $2 AND blocked_by = $3",
)
const DELETE = voidStatement("DELETE FROM blocks WHERE member_id = $1")

/** Whom the member blocked, newest first. */
export const blocksOf = (queries: SqlQueries, memberId: string) =>
  queries.query(LIST, [memberId, MAX_BLOCKS])

export const countBlocksOf = (queries: SqlQueries, memberId: string) =>
  Effect.map(queries.query(COUNT, [memberId]), (rows) => only(rows).blocks)

/** Whom the performer blocked, newest first. */
export const blocksOfPerformer = (queries: SqlQueries, performerId: string) =>
  queries.query(OF_PERFORMER, [performerId, MAX_BLOCKS])

/** The member of a performer's block; null where it is none of hers. */
export const memberOfBlock = (queries: SqlQueries, performerId: string, id: string) =>
  Effect.map(queries.query(NAMED, [id, performerId]), ([row]) => row?.member_id ?? null)

/** Whether either has blocked the other. */
export const isBlockedBetween = (queries: SqlQueries, { memberId, performerId }: BlockPair) =>
  Effect.map(queries.query(BETWEEN, [memberId, performerId]), (rows) => only(rows).is_blocked)

/** A block that there is keeps its date. */
export const addBlock = Effect.fnUntraced(function* (
  queries: SqlQueries,
  { memberId, performerId }: BlockPair,
  by: BlockAuthor,
  at: Date,
) {
  const id = (yield* BackendIds).next("bl")
  yield* queries.query(ADD, [id, memberId, performerId, by, at])
})

export const removeBlock = (
  queries: SqlQueries,
  { memberId, performerId }: BlockPair,
  by: BlockAuthor,
) => queries.query(REMOVE, [memberId, performerId, by])

/** For a member whose account is deleted: blocks of either side. */
export const deleteBlocksOf = (queries: SqlQueries, memberId: string) =>
  queries.query(DELETE, [memberId])
