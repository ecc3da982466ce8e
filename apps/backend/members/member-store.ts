/** Members in the database. */
import { sameKey, writtenKey } from "@foldcast/rules/names/same-key"
import { Array as Arr, Effect, Option, Schema } from "effect"
import type { SqlQueries } from "../db/database.ts"
import { voidStatement, statement } from "../db/statement.ts"
import { openAccount } from "../ledger/ledger.ts"
import { forbidden, unauthorized } from "../http/refused.ts"
import { StoredMember } from "./member.ts"

const COLUMNS = `id, email, username, verified, deleted, lang, lander, end_user_text, brand, token_version,
   pending_email, pending_email_until`

const Credentials = Schema.Struct({ ...StoredMember.fields, password_hash: Schema.String })

const BY_ID = statement(StoredMember, `SELECT ${COLUMNS} FROM members WHERE id = $1`)
const BY_EMAIL = statement(
  Credentials,
  `SELECT ${COLUMNS}, password_hash FROM members WHERE email_key IN ($1, $2)
   ORDER BY email_key = $2 LIMIT 1`,
)
const PASSWORD_HASH = statement(
  Schema.Struct({ password_hash: Schema.String }),
  "SELECT password_hash FROM members WHERE id = $1 AND NOT deleted",
)
const BY_USERNAME = statement(
  StoredMember,
  `SELECT ${COLUMNS} FROM members WHERE username_key = $1`,
)
const LOCK = statement(
  Credentials,
  `SELECT ${COLUMNS}, password_hash FROM members
  WHERE id = $1 AND NOT deleted FOR NO KEY UPDATE`,
)
const INSERT = voidStatement(
  `INSERT INTO members (id, email, email_key, username, username_key, password_hash, verified,
     birthday, lang, brand, registered_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8::date, $9, $10, $11)`,
)
const SET_PASSWORD = statement(
  StoredMember,
  `UPDATE members SET password_hash = $2, token_version = token_version + 1,
     pending_email = NULL, pending_email_until = NULL
   WHERE id = $1 RETURNING ${COLUMNS}`,
)
const RENEW_PASSWORD_HASH = voidStatement(
  "UPDATE members SET password_hash = $3 WHERE id = $1 AND password_hash = $2",
)
const SET_EMAIL = voidStatement(
  `UPDATE members SET email = $2, email_key = $3, verified = true,
     pending_email = NULL, pending_email_until = NULL,
     username = CASE WHEN username_key = email_key THEN $2 ELSE username END,
     username_key = CASE WHEN username_key = email_key THEN $3 ELSE username_key END
   WHERE id = $1`,
)
const SET_PENDING_EMAIL = voidStatement(
  "UPDATE members SET pending_email = $2, pending_email_until = $3 WHERE id = $1",
)
const SET_USERNAME = statement(
  StoredMember,
  `UPDATE members SET username = $2, username_key = $3
   WHERE id = $1 AND NOT deleted RETURNING ${COLUMNS}`,
)
const VERIFY = voidStatement("UPDATE members SET verified = true WHERE id = $1")
const TAKEN = statement(
  Schema.Struct({ username_key: Schema.String }),
  `SELECT username_key FROM members
   WHERE username_key IN (SELECT jsonb_array_elements_text($1::jsonb))`,
)

export interface NewMember {
  readonly id: string
  readonly email: string
  readonly username: string
  readonly passwordHash: string
  readonly verified: boolean
  /** A calendar date, `2001-12-31`. */
  readonly birthday: string | null
  readonly lang: StoredMember["lang"]
  readonly brand: string
  readonly at: Date
}

/** Refused by `members_email_unique` or `members_username_unique` where a member has the same. */
export const insertMember = Effect.fn("members.insert")(function* (
  queries: SqlQueries,
  member: NewMember,
) {
  yield* queries.query(INSERT, [
    member.id,
    member.email,
    sameKey(member.email),
    member.username,
    sameKey(member.username),
    member.passwordHash,
    member.verified,
    member.birthday,
    member.lang,
    member.brand,
    member.at,
  ])
  yield* openAccount(queries, member.id)
})

export const memberById = (queries: SqlQueries, id: string) =>
  queries.query(BY_ID, [id]).pipe(Effect.map(Arr.head))

export const memberByUsername = (queries: SqlQueries, username: string) =>
  queries.query(BY_USERNAME, [sameKey(username)]).pipe(Effect.map(Arr.head))

/** Of two older accounts whose keys are the same by now (recompute-member-keys.ts), the one in this spelling. */
export const credentialsByEmail = (queries: SqlQueries, email: string) =>
  queries.query(BY_EMAIL, [writtenKey(email), sameKey(email)]).pipe(Effect.map(Arr.head))

/** None where the member was deleted. */
export const passwordHashOf = (queries: SqlQueries, id: string) =>
  queries
    .query(PASSWORD_HASH, [id])
    .pipe(Effect.map(([row]) => Option.fromNullishOr(row?.password_hash)))

/** Locked until the transaction ends. None where the member is gone. */
export const lockMember = (queries: SqlQueries, id: string) =>
  queries.query(LOCK, [id]).pipe(Effect.map(Arr.head))

/**
 * Like `lockMember`, for what is written in a member's name: refuses a member who was deleted since they were
 * authenticated.
 */
export const lockPresentMember = (queries: SqlQueries, id: string) =>
  lockMember(queries, id).pipe(
    Effect.flatMap(Option.match({ onNone: forbidden, onSome: (member) => Effect.succeed(member) })),
  )

/**
 * Like `lockPresentMember`, for what a member proved: a password change or reset since then voids the proof, as it
 * does tokens.
 */
export const lockProvenMember = (queries: SqlQueries, proven: StoredMember) =>
  lockPresentMember(queries, proven.id).pipe(
    Effect.filterOrFail(
      ({ token_version }) => token_version === proven.token_version,
      () => unauthorized(),
    ),
  )

/** Answers the member for the next tokens; every earlier token is void, and no address is pending. */
export const setPassword = (queries: SqlQueries, id: string, passwordHash: string) =>
  queries.query(SET_PASSWORD, [id, passwordHash]).pipe(Effect.map(Arr.head))

/** A new hash of the same password; nothing is done where the password has changed since. */
export const renewPasswordHash = (
  queries: SqlQueries,
  id: string,
  { from, to }: { readonly from: string; readonly to: string },
) => queries.query(RENEW_PASSWORD_HASH, [id, from, to])

/** Sets the pending address, until then. */
export const setPendingEmail = (
  queries: SqlQueries,
  id: string,
  { email, until }: { readonly email: string; readonly until: Date },
) => queries.query(SET_PENDING_EMAIL, [id, email, until])

export const clearPendingEmail = (queries: SqlQueries, id: string) =>
  queries.query(SET_PENDING_EMAIL, [id, null, null])

/** Sets the verified address, which ends a pending one; a username that was the old address changes with it. */
export const setEmail = (queries: SqlQueries, id: string, email: string) =>
  queries.query(SET_EMAIL, [id, email, sameKey(email)])

export const setUsername = (queries: SqlQueries, id: string, username: string) =>
  queries.query(SET_USERNAME, [id, username, sameKey(username)]).pipe(Effect.map(Arr.head))

export const markVerified = (queries: SqlQueries, id: string) => queries.query(VERIFY, [id])

/** Which of these names, as keys, are taken. */
export const takenAmong = (queries: SqlQueries, usernames: ReadonlyArray<string>) =>
  queries
    .query(TAKEN, [JSON.stringify(usernames.map(sameKey))])
    .pipe(Effect.map((rows) => new Set(rows.map(({ username_key }) => username_key))))
