/**
 * The transactional outbox of mails, written by the transaction that makes them true and sent at least once after its
 * commit (mail-sender.ts). A row is removed when its mail was sent or given up, because a link in it opens an
 * account.
 */
import { Clock, Effect, Schema } from "effect"
import type { SqlQueries } from "../db/database.ts"
import { voidStatement, statement } from "../db/statement.ts"
import { expiryOf, type Mail, StoredMail } from "./mail.ts"

export type { Mail } from "./mail.ts"

const ClaimedMail = Schema.Struct({
  id: Schema.Int,
  content: StoredMail,
  written_at: Schema.Date,
  expires_at: Schema.Date,
  attempts: Schema.Int,
})
/** A mail that no other worker sends until its claim ends. */
export type ClaimedMail = typeof ClaimedMail.Type

const WRITE = voidStatement(
  `INSERT INTO mail_outbox (member_id, content, written_at, expires_at, due_at)
   VALUES ($1, $2, $3, $4, $3)`,
)
const CLAIM = statement(
  ClaimedMail,
  `UPDATE mail_outbox SET claimed = true, attempts = attempts + 1, due_at = $2
   WHERE id IN (SELECT id FROM mail_outbox WHERE due_at <= $1 ORDER BY due_at, id LIMIT $3
                FOR UPDATE SKIP LOCKED)
   RETURNING id, content, written_at, expires_at, attempts`,
)
const POSTPONE = voidStatement("UPDATE mail_outbox SET claimed = false, due_at = $2 WHERE id = $1")
const RELEASE = voidStatement("UPDATE mail_outbox SET claimed = false, due_at = $1 WHERE claimed")
const REMOVE = voidStatement("DELETE FROM mail_outbox WHERE id = $1")
const DELETE_MEMBER = voidStatement("DELETE FROM mail_outbox WHERE member_id = $1")

/** Inside the transaction that makes it true; call `MailSender.wake` after the commit. */
export const writeMail = Effect.fn("mail.write")(function* (queries: SqlQueries, mail: Mail) {
  const now = yield* Clock.currentTimeMillis
  const memberId = "memberId" in mail ? (mail.memberId ?? null) : null
  const content = JSON.stringify(Schema.encodeSync(StoredMail)(mail))
  const expiresAt = new Date(expiryOf(mail, now))
  yield* queries.query(WRITE, [memberId, content, new Date(now), expiresAt])
})

/** Claims up to `limit` due mails, the longest waiting first; they are due again at `until`. */
export const claimMails = (queries: SqlQueries, now: Date, until: Date, limit: number) =>
  queries.query(CLAIM, [now, until, limit])

/** Not sent: it is tried again at `dueAt`. */
export const postponeMail = (queries: SqlQueries, id: number, dueAt: Date) =>
  queries.query(POSTPONE, [id, dueAt])

/** At a process's start: mails that the previous process was sending are due at once. */
export const releaseClaims = (queries: SqlQueries, now: Date) => queries.query(RELEASE, [now])

/** Sent, or given up. */
export const removeMail = (queries: SqlQueries, id: number) => queries.query(REMOVE, [id])

/** Inside the transaction that deletes an account: waiting mails to the member are dropped. */
export const deleteMailsOf = (queries: SqlQueries, memberId: string) =>
  queries.query(DELETE_MEMBER, [memberId])
