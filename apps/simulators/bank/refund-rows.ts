/** The bank's refunds in its database: each payment is given back once, and the site is told until it answers. */
import type { DatabaseSync } from "node:sqlite"

/** Which transactions were given back, and whether the site knows. */
export const refundsIn = (db: DatabaseSync) => {
  db.exec(`CREATE TABLE IF NOT EXISTS refunds (
    session_id TEXT PRIMARY KEY REFERENCES transactions (session_id),
    is_told INTEGER NOT NULL DEFAULT 0,
    at INTEGER NOT NULL
  ) STRICT`)
  const insert = db.prepare(
    "INSERT INTO refunds (session_id, at) VALUES (?, ?) ON CONFLICT DO NOTHING",
  )
  const told = db.prepare("UPDATE refunds SET is_told = 1 WHERE session_id = ?")
  const untold = db.prepare("SELECT session_id FROM refunds WHERE is_told = 0")
  return {
    /** False where it was given back before. */
    giveBack: (sessionId: string, at: number) => insert.run(sessionId, at).changes === 1,
    markTold: (sessionId: string) => void told.run(sessionId),
    untold: () => untold.all().map((row) => String(row["session_id"])),
  }
}
