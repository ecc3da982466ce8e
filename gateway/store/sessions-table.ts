/**
 * The tables of sessions and their cookies (session-store.ts). A member lies in it sealed, found by a
 * keyed digest of their id; a cookie as its SHA-256. Which time counts as over is the caller's to say.
 */
import type { DatabaseSync, SQLOutputValue } from "node:sqlite"
import type { OwnerId } from "../log/visit-header.ts"
import type { AgentLabel } from "../sessions/agent-label.ts"

export interface StoredSession extends AgentLabel {
  readonly owner: OwnerId
  /** Sealed. */
  readonly member: string | null
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

export type SessionWritten = "done" | "unknown" | "anotherMember" | "guest"

interface LogIn extends SessionTarget, SealedMember {
  /** Kept as it is where none is given. */
  readonly agent: AgentLabel | null
  readonly retiresAt: number
  readonly cookie: string
  /** The digest of the value that was shown; null where none is told. */
  readonly proof: string | null
}

interface Opened {
  readonly owner: OwnerId
  readonly cookie: string
}

/** What a session takes over from the one it follows in the same browser. */
interface Inherited {
  readonly ageChecked: boolean
  /** Under which the member is found who logged out here last. */
  readonly leftBy: string | null
}

const NOTHING: Inherited = { ageChecked: false, leftBy: null }

type Row = Readonly<Record<string, SQLOutputValue>>

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

const textOf = (value: SQLOutputValue | undefined) => (typeof value === "string" ? value : null)
const numberOf = (value: SQLOutputValue | undefined) => (typeof value === "number" ? value : null)

export const sessionsTable = (db: DatabaseSync) => {
  const statements = prepare(db)

  const insert = ({ owner, cookie }: Opened, { ageChecked, leftBy }: Inherited, now: number) => {
    statements.insert.run(owner, ageChecked ? 1 : 0, now, leftBy)
    statements.insertCookie.run(cookie, owner)
  }

  const stored = (row: Row): StoredSession => {
    const owner = String(row["owner"]) as OwnerId
    return {
      owner,
      member: textOf(row["member"]),
      ageChecked: row["age_checked"] === 1,
      renewedAt: Number(row["renewed_at"]),
      startedAt: numberOf(row["started_at"]),
      browser: textOf(row["browser"]),
      system: textOf(row["system"]),
      cookies: statements.cookiesOf.all(owner).map((cookie) => ({
        hash: String(cookie["hash"]),
        retiresAt: numberOf(cookie["retires_at"]),
      })),
    }
  }

  const find = (owner: string): StoredSession | null => {
    const row = statements.byOwner.get(owner)
    return row === undefined ? null : stored(row)
  }

  /** The row that a write is about, where the session goes on. */
  const present = ({ owner, allotted, now, overUntil }: SessionTarget): Row | undefined => {
    if (allotted !== null) insert({ owner, cookie: allotted }, NOTHING, now)
    const row = statements.byOwner.get(owner)
    return row !== undefined && Number(row["renewed_at"]) > overUntil ? row : undefined
  }

  const issue = (owner: OwnerId, cookie: string, most: number) => {
    statements.insertCookie.run(cookie, owner)
    statements.trimCookies.run(owner, most)
  }

  /** Whether a session's row can be this member's. */
  const refusalOf = (row: Row | undefined, { indexes }: SealedMember): SessionWritten => {
    if (row === undefined) return "unknown"
    const index = textOf(row["member_index"])
    if (index === null) return "guest"
    return indexes.includes(index) ? "done" : "anotherMember"
  }

  const change =
    <T extends SessionTarget>(carryOut: (target: T) => unknown) =>
    (target: T): SessionWritten => {
      if (present(target) === undefined) return "unknown"
      carryOut(target)
      return "done"
    }

  return {
    reads: {
      byCookie: ({ hash }: { readonly hash: string }): StoredSession | null => {
        const owner = statements.ownerOf.get(hash)?.["owner"]
        return owner === undefined ? null : find(String(owner))
      },
      byOwner: ({ owner }: { readonly owner: OwnerId }): StoredSession | null => find(owner),
      ofMember: ({ indexes }: Pick<SealedMember, "indexes">): ReadonlyArray<StoredSession> =>
        indexes.flatMap((index) => statements.byMember.all(index)).map(stored),
      /** Whether this member is logged in there, or is who logged out there last. */
      isOf: ({
        owner,
        indexes,
        overUntil,
      }: Pick<SessionTarget, "owner" | "overUntil"> & Pick<SealedMember, "indexes">): boolean =>
        indexes.some((index) => statements.isOf.get(owner, index, overUntil) !== undefined),
      /** Sessions with a member in the order of their owners, the first ones behind `after`. */
      members: ({
        after,
        most,
      }: {
        readonly after: string
        readonly most: number
      }): ReadonlyArray<StoredSession> => statements.membersAfter.all(after, most).map(stored),
    },
    writes: {
      open: ({ now, ...opened }: Opened & { readonly now: number }): void =>
        insert(opened, NOTHING, now),
      keep: change<SessionTarget>(() => undefined),
      renew: change<SessionTarget>(({ owner, now }) => statements.renew.run(now, owner)),
      passAgeCheck: change<SessionTarget>(({ owner }) => statements.passAgeCheck.run(owner)),
      reissue: change<SessionTarget & { readonly cookie: string; readonly mostCookies: number }>(
        ({ owner, cookie, mostCookies }) => issue(owner, cookie, mostCookies),
      ),
      logIn: (asked: LogIn & { readonly mostCookies: number }): SessionWritten => {
        const refusal = refusalOf(present(asked), asked)
        if (refusal === "unknown" || refusal === "anotherMember") return refusal
        const { owner, now, agent, cookie, proof } = asked
        statements.setMember.run(asked.sealed, asked.index, owner)
        if (refusal === "guest") statements.start.run(now, owner)
        if (agent !== null) statements.setAgent.run(agent.browser, agent.system, owner)
        statements.renew.run(now, owner)
        const isSecond =
          proof !== null && statements.isRetiring.get(proof, owner, now) !== undefined
        if (!isSecond) statements.retire.run(asked.retiresAt, owner)
        issue(owner, cookie, asked.mostCookies)
        return "done"
      },
      refreshMember: (asked: SessionTarget & SealedMember): SessionWritten => {
        const refusal = refusalOf(present(asked), asked)
        if (refusal === "done") statements.setMember.run(asked.sealed, asked.index, asked.owner)
        return refusal
      },
      /** False where the member of the session was sealed anew since `before` was read. */
      replaceMember: (asked: {
        readonly owner: OwnerId
        readonly before: string
        readonly sealed: string
        readonly index: string
      }): boolean =>
        statements.replaceMember.run(asked.sealed, asked.index, asked.owner, asked.before)
          .changes === 1,
      /**
       * In its place begins another, which inherits the age check: answers whether it was passed. Who was
       * logged in is remembered where they are to be.
       */
      end: (
        asked: SessionTarget & { readonly next: Opened; readonly remembers: boolean },
      ): boolean | "unknown" => {
        const row = present(asked)
        if (row === undefined) return "unknown"
        const ageChecked = row["age_checked"] === 1
        const leftBy = asked.remembers ? textOf(row["member_index"]) : null
        statements.remove.run(asked.owner)
        insert(asked.next, { ageChecked, leftBy }, asked.now)
        return ageChecked
      },
      /** Answers how many. */
      endOfMembers: ({ indexes }: { readonly indexes: ReadonlyArray<string> }): number => {
        let ended = 0
        for (const index of indexes) {
          ended += Number(statements.removeOfMember.run(index).changes)
          statements.forgetWhoLeft.run(index)
        }
        return ended
      },
      forget: ({ now, overUntil }: Pick<SessionTarget, "now" | "overUntil">): number => {
        statements.removeRetired.run(now)
        return Number(statements.removeOver.run(overUntil).changes)
      },
    },
  }
}
