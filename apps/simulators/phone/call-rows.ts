/**
 * The provider's calls, and what the site has still to be told of them. A second that is written was charged, and a call
 * that is over stays so, also after a restart.
 *
 * SQLite with full synchronisation: what a caller was shown survives a power loss.
 */
import { mkdirSync } from "node:fs"
import { dirname } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Schema } from "effect"

export const CALL_ENDS = ["caller", "line", "instructed", "longest", "provider"] as const
export type CallEnd = (typeof CALL_ENDS)[number]

const Row = Schema.Struct({
  id: Schema.String,
  number: Schema.String,
  tariff_cents: Schema.Int,
  start_cents: Schema.Int,
  pin: Schema.String,
  max_seconds: Schema.Int,
  state: Schema.Literals(["waiting", "talking", "ended"]),
  /** Why the caller is about to be hung up, as they were told; null: nothing was told. */
  announced: Schema.NullOr(Schema.String),
  seconds: Schema.Int,
  end_reason: Schema.NullOr(Schema.Literals(CALL_ENDS)),
})
export type CallRow = typeof Row.Type
const decodeRows = Schema.decodeUnknownSync(Schema.Array(Row))

const Notice = Schema.Struct({ id: Schema.Int, call: Schema.String, body: Schema.String })
export type NoticeRow = typeof Notice.Type
const decodeNotices = Schema.decodeUnknownSync(Schema.Array(Notice))

const TABLES = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS calls (
    id TEXT PRIMARY KEY,
    number TEXT NOT NULL,
    tariff_cents INTEGER NOT NULL,
    start_cents INTEGER NOT NULL,
    pin TEXT NOT NULL,
    max_seconds INTEGER NOT NULL,
    state TEXT NOT NULL,
    announced TEXT,
    seconds INTEGER NOT NULL DEFAULT 0,
    end_reason TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS notices (
    id INTEGER PRIMARY KEY,
    call TEXT NOT NULL,
    body TEXT NOT NULL,
    answered INTEGER NOT NULL DEFAULT 0
  ) STRICT`

export const openCallRows = (file: string | null) => {
  if (file !== null) mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const db = new DatabaseSync(file ?? ":memory:", { timeout: 5_000 })
  db.exec(TABLES)
  const columns = Object.keys(Row.fields).join(", ")
  const find = db.prepare(`SELECT ${columns} FROM calls WHERE id = ?`)
  const open = db.prepare(`SELECT ${columns} FROM calls WHERE state <> 'ended'`)
  const insert = db.prepare(
    `INSERT INTO calls (id, number, tariff_cents, start_cents, pin, max_seconds, state)
     VALUES (?, ?, ?, ?, ?, ?, 'waiting')`,
  )
  const connect = db.prepare(
    "UPDATE calls SET state = 'talking' WHERE id = ? AND state = 'waiting'",
  )
  const announce = db.prepare("UPDATE calls SET announced = ? WHERE id = ? AND state <> 'ended'")
  const talk = db.prepare("UPDATE calls SET seconds = ? WHERE id = ? AND state = 'talking'")
  const end = db.prepare(
    "UPDATE calls SET state = 'ended', seconds = ?, end_reason = ? WHERE id = ? AND state <> 'ended'",
  )
  const addNotice = db.prepare("INSERT INTO notices (call, body) VALUES (?, ?)")
  const answer = db.prepare("UPDATE notices SET answered = 1 WHERE id = ?")
  const unanswered = db.prepare("SELECT id, call, body FROM notices WHERE answered = 0 ORDER BY id")

  /** What changed a call and what is told of it are written together. */
  const together = (work: () => boolean): boolean => {
    db.exec("BEGIN IMMEDIATE")
    try {
      const isDone = work()
      db.exec("COMMIT")
      return isDone
    } catch (error) {
      db.exec("ROLLBACK")
      throw error
    }
  }
  const told = (call: string, notice: object) => {
    addNotice.run(call, JSON.stringify({ v: 1, ...notice, call }))
    return true
  }

  return {
    close: () => db.close(),
    find: (id: string): CallRow | undefined => decodeRows(find.all(id))[0],
    open: () => decodeRows(open.all()),
    insert: (call: Omit<CallRow, "state" | "announced" | "seconds" | "end_reason">) => {
      const { id, number, tariff_cents, start_cents, pin, max_seconds } = call
      insert.run(id, number, tariff_cents, start_cents, pin, max_seconds)
    },
    /** False: it is connected already, or over. */
    connect: (id: string) =>
      together(() => connect.run(id).changes === 1 && told(id, { kind: "connected" })),
    announce: (id: string, why: string) => void announce.run(why, id),
    talk: (id: string, seconds: number) => void talk.run(seconds, id),
    /** The first end stands. */
    end: (id: string, seconds: number, reason: CallEnd) =>
      together(
        () =>
          end.run(seconds, reason, id).changes === 1 &&
          told(id, { kind: "ended", seconds, reason }),
      ),
    answered: (notice: number) => void answer.run(notice),
    unanswered: () => decodeNotices(unanswered.all()),
  }
}
export type CallRows = ReturnType<typeof openCallRows>
