/**
 * The rows of sessions and their cookies: statements, and what several operations of the table (sessions-table.ts)
 * share.
 */
import type { DatabaseSync, SQLOutputValue } from "node:sqlite"
import type { OwnerId } from "../log/visit-header.ts"
import type { AgentLabel } from "../sessions/agent-label.ts"
import type { SessionRefused } from "../sessions/session-store.ts"

export interface StoredSession extends AgentLabel {
  readonly owner: OwnerId
  /** Sealed. */
  readonly member: string | null
  /** Sealed; null beside a member. */
  readonly call: string | null
  readonly ageChecked: boolean
  readonly renewedAt: number
  /** Null in sessions of before this was kept. */
  readonly startedAt: number | null
  readonly cookies: ReadonlyArray<StoredCookie>
}

export interface StoredCookie {
  readonly hash: string
  /** Null while it is current. */
  readonly retiresAt: number | null
}

/** Whose session a write is about. */
export interface SessionTarget {
  readonly owner: OwnerId
  /** The digest of the cookie, where the session was allotted and is stored by this very write. */
  readonly allotted: string | null
  readonly now: number
  /** Sessions renewed until then are over. */
  readonly overUntil: number
}

export interface SealedMember {
  readonly sealed: string
  /** Under which the member is found again, and under which they may be found now. */
  readonly index: string
  readonly indexes: ReadonlyArray<string>
}

export type SessionWritten = "done" | SessionRefused["why"]

export interface SessionLogIn extends SessionTarget, SealedMember {
  /** Kept as it is where none is given. */
  readonly agent: AgentLabel | null
  readonly retiresAt: number
  readonly cookie: string
  /** The digest of the value that was shown; null where none is told. */
  readonly proof: string | null
  readonly mostCookies: number
}

export interface NewSessionRow {
  readonly owner: OwnerId
  readonly cookie: string
}

/** What a session takes over from the one it follows in the same browser. */
export interface Inherited {
  readonly ageChecked: boolean
  /** Under which the member is found who logged out here last. */
  readonly leftBy: string | null
}

export const NOTHING_INHERITED: Inherited = { ageChecked: false, leftBy: null }

export type StoredSessionRow = Readonly<Record<string, SQLOutputValue>>

const prepare = (db: DatabaseSync) => ({
  ownerOf: db.prepare("SELECT owner FROM cookies WHERE hash = ?"),
  byOwner: db.prepare("SELECT * FROM sessions WHERE owner = ?"),
  byMember: db.prepare("SELECT * FROM sessions WHERE member_index = ? ORDER BY owner"),
  membersAfter: db.prepare(
    "SELECT * FROM sessions WHERE member IS NOT NULL AND owner > ? ORDER BY owner LIMIT ?",
  ),
  cookiesOf: db.prepare("SELECT hash, retires_at FROM cookies WHERE owner = ? ORDER BY no"),
  isOf: db.prepare(
    "SELECT 1 FROM sessions WHERE owner = ?1 AND ?2 IN (member_index, left_by) AND renewed_at > ?3",
  ),
  insert: db.prepare(
    "INSERT INTO sessions (owner, age_checked, renewed_at, left_by) VALUES (?, ?, ?, ?)",
  ),
  insertCookie: db.prepare("INSERT INTO cookies (hash, owner) VALUES (?, ?)"),
  isRetiring: db.prepare("SELECT 1 FROM cookies WHERE hash = ? AND owner = ? AND retires_at > ?"),
  retire: db.prepare("UPDATE cookies SET retires_at = ? WHERE owner = ? AND retires_at IS NULL"),
  trimCookies: db.prepare(
    `DELETE FROM cookies WHERE owner = ?1 AND retires_at IS NULL AND no NOT IN
       (SELECT no FROM cookies WHERE owner = ?1 AND retires_at IS NULL ORDER BY no DESC LIMIT ?2)`,
  ),
  setMember: db.prepare(
    "UPDATE sessions SET member = ?, member_index = ?, left_by = NULL WHERE owner = ?",
  ),
  replaceMember: db.prepare(
    "UPDATE sessions SET member = ?, member_index = ? WHERE owner = ? AND member = ?",
  ),
  setCall: db.prepare("UPDATE sessions SET call = ? WHERE owner = ?"),
  start: db.prepare("UPDATE sessions SET started_at = ? WHERE owner = ?"),
  setAgent: db.prepare("UPDATE sessions SET browser = ?, system = ? WHERE owner = ?"),
  renew: db.prepare("UPDATE sessions SET renewed_at = ? WHERE owner = ?"),
  passAgeCheck: db.prepare("UPDATE sessions SET age_checked = 1 WHERE owner = ?"),
  remove: db.prepare("DELETE FROM sessions WHERE owner = ?"),
  removeOfMember: db.prepare("DELETE FROM sessions WHERE member_index = ?"),
  forgetWhoLeft: db.prepare("UPDATE sessions SET left_by = NULL WHERE left_by = ?"),
  removeOver: db.prepare("DELETE FROM sessions WHERE renewed_at <= ?"),
  removeRetired: db.prepare("DELETE FROM cookies WHERE retires_at <= ?"),
})

const textIn = (value: SQLOutputValue | undefined) => (typeof value === "string" ? value : null)
const numberIn = (value: SQLOutputValue | undefined) => (typeof value === "number" ? value : null)

/** Under which the member is found whose session it is. */
export const memberIndexIn = (row: StoredSessionRow): string | null => textIn(row["member_index"])

export class SessionTableRows {
  readonly statements: ReturnType<typeof prepare>

  constructor(db: DatabaseSync) {
    this.statements = prepare(db)
  }

  insert({ owner, cookie }: NewSessionRow, { ageChecked, leftBy }: Inherited, now: number): void {
    this.statements.insert.run(owner, ageChecked ? 1 : 0, now, leftBy)
    this.statements.insertCookie.run(cookie, owner)
  }

  find(owner: string): StoredSession | null {
    const row = this.statements.byOwner.get(owner)
    return row === undefined ? null : this.stored(row)
  }

  stored(row: StoredSessionRow): StoredSession {
    const owner = String(row["owner"]) as OwnerId
    return {
      owner,
      member: textIn(row["member"]),
      call: textIn(row["call"]),
      ageChecked: row["age_checked"] === 1,
      renewedAt: Number(row["renewed_at"]),
      startedAt: numberIn(row["started_at"]),
      browser: textIn(row["browser"]),
      system: textIn(row["system"]),
      cookies: this.statements.cookiesOf.all(owner).map((cookie) => ({
        hash: String(cookie["hash"]),
        retiresAt: numberIn(cookie["retires_at"]),
      })),
    }
  }

  /** The row that a write is about, where the session goes on. */
  present({ owner, allotted, now, overUntil }: SessionTarget): StoredSessionRow | undefined {
    if (allotted !== null) this.insert({ owner, cookie: allotted }, NOTHING_INHERITED, now)
    const row = this.statements.byOwner.get(owner)
    return row !== undefined && Number(row["renewed_at"]) > overUntil ? row : undefined
  }

  /** One more current cookie; the oldest go where they are more than `most`. */
  issue(owner: OwnerId, cookie: string, most: number): void {
    this.statements.insertCookie.run(cookie, owner)
    this.statements.trimCookies.run(owner, most)
  }
}
