/** Reports in the database. */
import { Effect, Schema } from "effect"
import { Locale } from "@foldcast/contracts/units"
import type { ReportRequest } from "@foldcast/contracts/upstream/reports"
import { REPORT_KINDS, REPORT_REASONS } from "@foldcast/contracts/report"
import { type ReportDecision, ReportOutcome } from "@foldcast/contracts/upstream/report-decisions"
import type { SqlQueries } from "../db/database.ts"
import { statement, voidStatement } from "../db/statement.ts"

const HEAD = {
  id: Schema.String,
  kind: Schema.Literals(REPORT_KINDS),
  reason: Schema.Literals(REPORT_REASONS),
  performer_id: Schema.String,
  received_at: Schema.Date,
}
const HEAD_COLUMNS = "id, kind, reason, performer_id, received_at"
const Known = Schema.Struct({ ...HEAD, member_id: Schema.NullOr(Schema.String) })
const Stored = Schema.Struct({
  ...Known.fields,
  message_id: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  lang: Locale,
  brand: Schema.String,
  words: Schema.NullOr(Schema.String),
  evidence: Schema.NullOr(Schema.String),
  has_picture: Schema.Boolean,
  outcome: Schema.NullOr(ReportOutcome),
  statement: Schema.NullOr(Schema.String),
  decided_at: Schema.NullOr(Schema.Date),
})
export type StoredReport = typeof Stored.Type

const MAX_LISTED = 100

const BY_KEY = statement(Known, `SELECT ${HEAD_COLUMNS}, member_id FROM reports WHERE key = $1`)
const INSERT = statement(
  Schema.Struct({ id: Schema.String }),
  `INSERT INTO reports (id, key, kind, reason, performer_id, message_id, member_id, email, lang,
     brand, words, evidence, picture, received_at, erase_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, decode($13, 'base64'), $14, $15)
   ON CONFLICT (key) DO NOTHING RETURNING id`,
)
const OPEN = statement(
  Schema.Struct(HEAD),
  `SELECT ${HEAD_COLUMNS} FROM reports WHERE decided_at IS NULL ORDER BY received_at, id LIMIT $1`,
)
const columns = `${HEAD_COLUMNS}, member_id, message_id, email, lang, brand, words, evidence,
  picture IS NOT NULL AS has_picture, outcome, statement, decided_at`
const BY_ID = statement(Stored, `SELECT ${columns} FROM reports WHERE id = $1`)
const LOCK = statement(Stored, `SELECT ${columns} FROM reports WHERE id = $1 FOR NO KEY UPDATE`)
const PICTURE = statement(
  Schema.Struct({ jpeg: Schema.String }),
  `SELECT encode(picture, 'base64') AS jpeg FROM reports WHERE id = $1 AND picture IS NOT NULL`,
)
const DECIDE = voidStatement(
  "UPDATE reports SET outcome = $2, statement = $3, decided_at = $4 WHERE id = $1",
)
const ERASE_DUE = voidStatement(
  `UPDATE reports SET words = NULL, email = NULL, member_id = NULL, evidence = NULL, picture = NULL,
     statement = NULL, erased_at = $1
   WHERE erased_at IS NULL AND erase_at <= $1`,
)
const ERASE_REPORTER = voidStatement(
  "UPDATE reports SET words = NULL, email = NULL, member_id = NULL WHERE member_id = $1",
)

export const reportByKey = (queries: SqlQueries, key: string) =>
  Effect.map(queries.query(BY_KEY, [key]), ([row]) => row ?? null)

export interface NewReport {
  readonly id: string
  readonly request: ReportRequest
  readonly memberId: string | null
  /** A guest's; null: nobody is written to. */
  readonly email: string | null
  readonly lang: string
  readonly brand: string
  readonly evidence: string
  readonly picture: string | null
  readonly at: Date
  readonly eraseAt: Date
}

/** False: its key has reported meanwhile. */
export const insertReport = (
  queries: SqlQueries,
  { id, request, memberId, email, lang, brand, evidence, picture, at, eraseAt }: NewReport,
) => {
  const { key, kind, reason, performerId, messageId = null, words } = request
  const place = [String(performerId), messageId === null ? null : String(messageId)]
  const reporter = [memberId, email, lang, brand]
  const kept = [words, evidence, picture, at, eraseAt]
  const values = [id, key, kind, reason, ...place, ...reporter, ...kept]
  return Effect.map(queries.query(INSERT, values), ([row]) => row !== undefined)
}

/** Without a decision, the oldest first. */
export const openReports = (queries: SqlQueries) => queries.query(OPEN, [MAX_LISTED])

export const reportById = (queries: SqlQueries, id: string) =>
  Effect.map(queries.query(BY_ID, [id]), ([row]) => row ?? null)

export const lockReport = (queries: SqlQueries, id: string) =>
  Effect.map(queries.query(LOCK, [id]), ([row]) => row ?? null)

export const reportPicture = (queries: SqlQueries, id: string) =>
  Effect.map(queries.query(PICTURE, [id]), ([row]) =>
    row === undefined ? null : new Uint8Array(Buffer.from(row.jpeg, "base64")),
  )

export const storeDecision = (
  queries: SqlQueries,
  id: string,
  { outcome, statement: said }: ReportDecision,
  at: Date,
) => queries.query(DECIDE, [id, outcome, said, at])

/** What is past its term. */
export const eraseDueReports = (queries: SqlQueries, at: Date) => queries.query(ERASE_DUE, [at])

/** Inside the transaction that deletes an account: what was reported stays to be decided, by nobody's name. */
export const eraseReporter = (queries: SqlQueries, memberId: string) =>
  queries.query(ERASE_REPORTER, [memberId])
