/** Members in the database: found, written once with their account, changed one fact at a time. */
import { sameKey, writtenKey } from "@foldcast/rules/names/same-key"
import { Array as Arr, Effect, Option, Schema } from "effect"
import type { Queries } from "../db/database.ts"
import { command, statement } from "../db/statement.ts"
import { openAccount } from "../ledger/ledger.ts"
import { forbidden, unauthorized } from "../http/refused.ts"
import { Member } from "./member.ts"

const COLUMNS = `id, email, username, verified, deleted, lang, lander, end_user_text, brand, token_version,
   pending_email, pending_email_until`

const Credentials = Schema.Struct({ ...Member.fields, password_hash: Schema.String })

const BY_ID = statement(Member, `SELECT ${COLUMNS} FROM members WHERE id = $1`)
const BY_EMAIL = statement(
  Credentials,
  `SELECT ${COLUMNS}, password_hash FROM members WHERE email_key IN ($1, $2)
   ORDER BY email_key = $2 LIMIT 1`,
)
const PASSWORD_HASH = statement(
  Schema.Struct({ password_hash: Schema.String }),
  "SELECT password_hash FROM members WHERE id = $1 AND NOT deleted",
)
const BY_USERNAME = statement(Member, `SELECT ${COLUMNS} FROM members WHERE username_key = $1`)
const LOCK = statement(
  Credentials,
  `SELECT ${COLUMNS}, password_hash FROM members
  WHERE id = $1 AND NOT deleted FOR NO KEY UPDATE`,
)
const INSERT = command(
  `INSERT INTO members (id, email, email_key, username, username_key, password_hash, verified,
     birthday, lang, brand, registered_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8::date, $9, $10, $11)`,
)
const SET_PASSWORD = statement(
  Member,
  `UPDATE members SET password_hash = $2, token_version = token_version + 1,
     pending_email = NULL, pending_email_until = NULL
   WHERE id = $1 RETURNING ${COLUMNS}`,
)
const RENEW_PASSWORD_HASH = command(
  "UPDATE members SET password_hash = $3 WHERE id = $1 AND password_hash = $2",
)
const SET_EMAIL = command(
  `UPDATE members SET email = $2, email_key = $3, verified = true,
     pending_email = NULL, pending_email_until = NULL,
     username = CASE WHEN username_key = email_key THEN $2 ELSE username END,
     username_key = CASE WHEN username_key = email_key THEN $3 ELSE username_key END
   WHERE id = $1`,
)
const SET_PENDING_EMAIL = command(
  "UPDATE members SET pending_email = $2, pending_email_until = $3 WHERE id = $1",
)
const SET_USERNAME = statement(
  Member,
  `UPDATE members SET username = $2, username_key = $3
   WHERE id = $1 AND NOT deleted RETURNING ${COLUMNS}`,
)
const VERIFY = command("UPDATE members SET verified = true WHERE id = $1")
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
  readonly lang: Member["lang"]
  readonly brand: string
  readonly at: Date
}

/** Refused by `members_email_unique` or `members_username_unique` when somebody has the same. */
export const insertMember = Effect.fn("members.insert")(function* (
  queries: Queries,
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

export const memberById = (queries: Queries, id: string) =>
  queries.query(BY_ID, [id]).pipe(Effect.map(Arr.head))

export const memberByUsername = (queries: Queries, username: string) =>
  queries.query(BY_USERNAME, [sameKey(username)]).pipe(Effect.map(Arr.head))

/** Of two accounts of before that are the same by now (follow-keys.ts), the one that is written like this. */
export const credentialsByEmail = (queries: Queries, email: string) =>
  queries.query(BY_EMAIL, [writtenKey(email), sameKey(email)]).pipe(Effect.map(Arr.head))

/** None where the member was deleted. */
export const passwordHashOf = (queries: Queries, id: string) =>
  queries
    .query(PASSWORD_HASH, [id])
    .pipe(Effect.map(([row]) => Option.fromNullishOr(row?.password_hash)))

/** Until the transaction ends nobody else changes this member. None when there is none any more. */
export const lockMember = (queries: Queries, id: string) =>
  queries.query(LOCK, [id]).pipe(Effect.map(Arr.head))

/**
 * As `lockMember`, for what is written in a member's name: whoever was deleted since they were
 * authenticated is refused as they would be now.
 */
export const lockPresentMember = (queries: Queries, id: string) =>
  lockMember(queries, id).pipe(
    Effect.flatMap(Option.match({ onNone: forbidden, onSome: (member) => Effect.succeed(member) })),
  )

/**
 * As `lockPresentMember`, for what somebody proved that they may do: a password that was changed or reset since makes
 * the proof void, as it does every token.
 */
export const lockProvenMember = (queries: Queries, proven: Member) =>
  lockPresentMember(queries, proven.id).pipe(
    Effect.filterOrFail(
      ({ token_version }) => token_version === proven.token_version,
      () => unauthorized(),
    ),
  )

/** Answers the member whose next tokens are good; every earlier one is void, and no address waits. */
export const setPassword = (queries: Queries, id: string, passwordHash: string) =>
  queries.query(SET_PASSWORD, [id, passwordHash]).pipe(Effect.map(Arr.head))

/** The same password's; nothing is done where another password has been set since. */
export const renewPasswordHash = (
  queries: Queries,
  id: string,
  { from, to }: { readonly from: string; readonly to: string },
) => queries.query(RENEW_PASSWORD_HASH, [id, from, to])

/** Another address waits to be the member's, until then. */
export const setPendingEmail = (
  queries: Queries,
  id: string,
  { email, until }: { readonly email: string; readonly until: Date },
) => queries.query(SET_PENDING_EMAIL, [id, email, until])

export const forgetPendingEmail = (queries: Queries, id: string) =>
  queries.query(SET_PENDING_EMAIL, [id, null, null])

/** A verified one, which ends the waiting; a username that was the old address follows. */
export const setEmail = (queries: Queries, id: string, email: string) =>
  queries.query(SET_EMAIL, [id, email, sameKey(email)])

export const setUsername = (queries: Queries, id: string, username: string) =>
  queries.query(SET_USERNAME, [id, username, sameKey(username)]).pipe(Effect.map(Arr.head))

export const markVerified = (queries: Queries, id: string) => queries.query(VERIFY, [id])

/** Which of these names, as their keys, somebody has. */
export const takenAmong = (queries: Queries, usernames: ReadonlyArray<string>) =>
  queries
    .query(TAKEN, [JSON.stringify(usernames.map(sameKey))])
    .pipe(Effect.map((rows) => new Set(rows.map(({ username_key }) => username_key))))
