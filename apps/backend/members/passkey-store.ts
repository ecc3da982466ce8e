/**
 * Passkeys in the database. Invariants: a credential belongs to one member; whoever inserts one holds the member's
 * lock, so that nobody exceeds MAX_PASSKEYS.
 */
import { Array as Arr, Effect, Schema } from "effect"
import type { SqlQueries } from "../db/database.ts"
import { voidStatement, statement } from "../db/statement.ts"

export const StoredPasskey = Schema.Struct({
  credential_id: Schema.String,
  public_key: Schema.String,
  member_id: Schema.String,
  counter: Schema.Int,
  /** Comma-separated, as the browser reported them. */
  transports: Schema.String,
  name: Schema.String,
  host: Schema.String,
  created_at: Schema.Date,
  last_used_at: Schema.NullOr(Schema.Date),
})
export type StoredPasskey = typeof StoredPasskey.Type

const COLUMNS =
  "credential_id, public_key, member_id, counter, transports, name, host, created_at, last_used_at"

const OF_MEMBER = statement(
  StoredPasskey,
  `SELECT ${COLUMNS} FROM passkeys WHERE member_id = $1 ORDER BY created_at DESC, credential_id`,
)
const BY_ID = statement(StoredPasskey, `SELECT ${COLUMNS} FROM passkeys WHERE credential_id = $1`)
const LOCK = statement(
  StoredPasskey,
  `SELECT ${COLUMNS} FROM passkeys WHERE credential_id = $1 FOR UPDATE`,
)
const INSERT = voidStatement(
  `INSERT INTO passkeys (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, NULL)`,
)
const USE = voidStatement(
  "UPDATE passkeys SET counter = $2, last_used_at = $3 WHERE credential_id = $1",
)
const REMOVE = statement(
  Schema.Struct({ name: Schema.String }),
  "DELETE FROM passkeys WHERE credential_id = $1 AND member_id = $2 RETURNING name",
)
const DELETE_MEMBER = statement(
  Schema.Struct({ credential_id: Schema.String }),
  "DELETE FROM passkeys WHERE member_id = $1 RETURNING credential_id",
)
const USE_CHALLENGE = statement(
  Schema.Struct({ challenge_hash: Schema.String }),
  `INSERT INTO used_passkey_challenges (challenge_hash, ends_at) VALUES ($1, $2)
   ON CONFLICT DO NOTHING RETURNING challenge_hash`,
)
const DELETE_CHALLENGES = voidStatement("DELETE FROM used_passkey_challenges WHERE ends_at <= $1")

/** The newest first. */
export const passkeysOf = (queries: SqlQueries, memberId: string) =>
  queries.query(OF_MEMBER, [memberId])

export const passkeyById = (queries: SqlQueries, id: string) =>
  Effect.map(queries.query(BY_ID, [id]), Arr.head)

/** Locked until the transaction ends. */
export const lockPasskey = (queries: SqlQueries, id: string) =>
  Effect.map(queries.query(LOCK, [id]), Arr.head)

export const insertPasskey = (queries: SqlQueries, passkey: Omit<StoredPasskey, "last_used_at">) =>
  queries.query(INSERT, [
    passkey.credential_id,
    passkey.public_key,
    passkey.member_id,
    passkey.counter,
    passkey.transports,
    passkey.name,
    passkey.host,
    passkey.created_at,
  ])

export const recordPasskeyUse = (queries: SqlQueries, id: string, counter: number, at: Date) =>
  queries.query(USE, [id, counter, at])

/** None where the member has no such passkey. */
export const removePasskeyOf = (queries: SqlQueries, memberId: string, id: string) =>
  Effect.map(queries.query(REMOVE, [id, memberId]), Arr.head)

/** Answers how many there were. */
export const deletePasskeysOf = (queries: SqlQueries, memberId: string) =>
  Effect.map(queries.query(DELETE_MEMBER, [memberId]), (rows) => rows.length)

/** True for exactly one of concurrent tries. */
export const useChallenge = (queries: SqlQueries, hash: string, endsAt: Date) =>
  Effect.map(queries.query(USE_CHALLENGE, [hash, endsAt]), (rows) => rows.length === 1)

export const deleteEndedChallenges = (queries: SqlQueries, now: Date) =>
  queries.query(DELETE_CHALLENGES, [now])
