/** Members in the database: found, and written once with their account. */
import { Effect, Option, Schema } from "effect"
import type { Queries } from "../db/database.ts"
import { command, statement } from "../db/statement.ts"
import { openAccount } from "../ledger/ledger.ts"
import { Member, sameKey } from "./member.ts"

const COLUMNS = "id, email, username, verified, deleted, lang, lander, end_user_text"

const Credentials = Schema.Struct({ ...Member.fields, password_hash: Schema.String })

const BY_ID = statement(Member, `SELECT ${COLUMNS} FROM members WHERE id = $1`)
const BY_EMAIL = statement(
  Credentials,
  `SELECT ${COLUMNS}, password_hash FROM members WHERE email_key = $1`,
)
const INSERT = command(
  `INSERT INTO members (id, email, email_key, username, username_key, password_hash, verified,
     birthday, lang, registered_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8::date, $9, $10)`,
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
    member.at,
  ])
  yield* openAccount(queries, member.id)
})

export const memberById = (queries: Queries, id: string) =>
  queries.query(BY_ID, [id]).pipe(Effect.map(([member]) => Option.fromNullishOr(member)))

export const credentialsByEmail = (queries: Queries, email: string) =>
  queries
    .query(BY_EMAIL, [sameKey(email)])
    .pipe(Effect.map(([member]) => Option.fromNullishOr(member)))
