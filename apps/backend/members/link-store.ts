/** Links of mails in the database: inserted, read, used once. A link is stored as the SHA-256 of its token. */
import { Effect, Option, Schema } from "effect"
import type { SqlQueries } from "../db/database.ts"
import { voidStatement, statement } from "../db/statement.ts"

export const LINK_PURPOSES = ["verify", "reset", "login", "email"] as const
export type LinkPurpose = (typeof LINK_PURPOSES)[number]

const Link = Schema.Struct({
  member_id: Schema.String,
  used: Schema.Boolean,
  voided: Schema.Boolean,
})

export interface NewLink {
  readonly tokenHash: string
  readonly memberId: string
  readonly purpose: LinkPurpose
  readonly writtenAt: Date
  readonly expiresAt: Date
}

const INSERT = voidStatement(
  `INSERT INTO link_tokens (token_hash, member_id, purpose, written_at, expires_at)
   VALUES ($1, $2, $3, $4, $5)`,
)
const LOOK = statement(
  Link,
  `SELECT member_id, used_at IS NOT NULL AS used, voided_at IS NOT NULL AS voided
   FROM link_tokens WHERE token_hash = $1 AND purpose = $2`,
)
const USE = statement(
  Schema.Struct({ member_id: Schema.String }),
  `UPDATE link_tokens SET used_at = $2
   WHERE token_hash = $1 AND used_at IS NULL AND voided_at IS NULL RETURNING member_id`,
)
const VOID = voidStatement(
  `UPDATE link_tokens SET voided_at = $3
   WHERE member_id = $1 AND voided_at IS NULL AND (used_at IS NULL OR purpose = 'verify')
     AND purpose IN (SELECT jsonb_array_elements_text($2::jsonb))`,
)
/** A verification link that was used recently may set a password once. */
const VERIFIED_SINCE = statement(
  Schema.Struct({ member_id: Schema.String }),
  `SELECT member_id FROM link_tokens
   WHERE token_hash = $1 AND purpose = 'verify' AND used_at > $2 AND voided_at IS NULL`,
)
const USE_FOR_PASSWORD = statement(
  Schema.Struct({ member_id: Schema.String }),
  `UPDATE link_tokens
   SET used_at = coalesce(used_at, $2),
       voided_at = CASE WHEN purpose = 'verify' THEN $2 ELSE voided_at END
   WHERE token_hash = $1 AND voided_at IS NULL AND purpose IN ('reset', 'verify')
     AND (used_at IS NOT NULL) = (purpose = 'verify')
   RETURNING member_id`,
)
const VOID_VERIFIED = voidStatement(
  `UPDATE link_tokens SET voided_at = $2
   WHERE member_id = $1 AND purpose = 'verify' AND used_at IS NOT NULL AND voided_at IS NULL`,
)
const DELETE_OLD = voidStatement("DELETE FROM link_tokens WHERE member_id = $1 AND expires_at < $2")
const DELETE_MEMBER = voidStatement("DELETE FROM link_tokens WHERE member_id = $1")

export const insertLink = (queries: SqlQueries, link: NewLink) =>
  queries.query(INSERT, [
    link.tokenHash,
    link.memberId,
    link.purpose,
    link.writtenAt,
    link.expiresAt,
  ])

export const linkOf = (queries: SqlQueries, tokenHash: string, purpose: LinkPurpose) =>
  queries.query(LOOK, [tokenHash, purpose]).pipe(Effect.map(([link]) => Option.fromNullishOr(link)))

/** True for exactly one of concurrent tries. The caller checks the expiry. */
export const useLink = (queries: SqlQueries, tokenHash: string, at: Date) =>
  queries.query(USE, [tokenHash, at]).pipe(Effect.map((rows) => rows.length === 1))

/** Whether this link verified the address since then, and nothing has replaced that. */
export const wasVerifiedBy = (queries: SqlQueries, tokenHash: string, since: Date) =>
  queries.query(VERIFIED_SINCE, [tokenHash, since]).pipe(Effect.map((rows) => rows.length === 1))

/** Uses a reset link, or a verification link after its use: true for exactly one of concurrent tries. */
export const useLinkForPassword = (queries: SqlQueries, tokenHash: string, at: Date) =>
  queries.query(USE_FOR_PASSWORD, [tokenHash, at]).pipe(Effect.map((rows) => rows.length === 1))

/** Used verification links may not set a password any more. */
export const voidVerified = (queries: SqlQueries, memberId: string, at: Date) =>
  queries.query(VOID_VERIFIED, [memberId, at])

/** Voids the member's unused links of these purposes, and used ones that verified. */
export const voidLinks = (
  queries: SqlQueries,
  memberId: string,
  purposes: ReadonlyArray<LinkPurpose>,
  at: Date,
) => queries.query(VOID, [memberId, JSON.stringify(purposes), at])

export const deleteLinksBefore = (queries: SqlQueries, memberId: string, expiredBefore: Date) =>
  queries.query(DELETE_OLD, [memberId, expiredBefore])

export const deleteLinksOf = (queries: SqlQueries, memberId: string) =>
  queries.query(DELETE_MEMBER, [memberId])
