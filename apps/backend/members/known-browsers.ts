/**
 * The browsers that a member logged in with, so that a log-in from another is told by mail (docs/mails.md). Each is a
 * keyed hash of the user agent without version numbers, so that an update is no new browser.
 */
import { Effect, Schema } from "effect"
import type { SqlQueries } from "../db/database.ts"
import { voidStatement, only, statement } from "../db/statement.ts"
import { KeyedHashes } from "./keyed-hashes.ts"

const KNOWN = statement(
  Schema.Struct({ others: Schema.Int, same: Schema.Int }),
  `SELECT count(*) FILTER (WHERE agent_hash <> $2) AS others,
          count(*) FILTER (WHERE agent_hash = $2) AS same
   FROM member_browsers WHERE member_id = $1`,
)
const NOTE = voidStatement(
  `INSERT INTO member_browsers (member_id, agent_hash, last_at) VALUES ($1, $2, $3)
   ON CONFLICT (member_id, agent_hash) DO UPDATE SET last_at = $3`,
)
/** Bounded, so that made-up user agents fill nothing. */
const DELETE_OLDEST = voidStatement(
  `DELETE FROM member_browsers WHERE member_id = $1 AND agent_hash IN (
     SELECT agent_hash FROM member_browsers WHERE member_id = $1 ORDER BY last_at DESC OFFSET 50)`,
)
const DELETE_MEMBER = voidStatement("DELETE FROM member_browsers WHERE member_id = $1")

const MAX_AGENT = 400

const sameBrowser = (agent: string | null): string =>
  (agent ?? "").slice(0, MAX_AGENT).replace(/\d+(?:[._]\d+)*/gu, "")

export type Familiarity = "first" | "known" | "new"

/** Inside the transaction of the log-in. `first` is the member's first browser ever. */
export const recordBrowser = Effect.fn("members.noteBrowser")(function* (
  queries: SqlQueries,
  memberId: string,
  agent: string | null,
  at: Date,
) {
  const hashes = yield* KeyedHashes
  const hash = hashes.of("known browsers", `${memberId}\n${sameBrowser(agent)}`)
  const { same, others } = only(yield* queries.query(KNOWN, [memberId, hash]))
  yield* queries.query(NOTE, [memberId, hash, at])
  yield* queries.query(DELETE_OLDEST, [memberId])
  const familiarity: Familiarity = same > 0 ? "known" : others > 0 ? "new" : "first"
  return familiarity
})

export const deleteBrowsersOf = (queries: SqlQueries, memberId: string) =>
  queries.query(DELETE_MEMBER, [memberId])
