/**
 * Sessions in `sessions.db`. Reading a session is one indexed look-up and one decryption; a write is one
 * transaction, shared with those of the same moment (durable-database.ts).
 */
import { join } from "node:path"
import type { SQLOutputValue } from "node:sqlite"
import { Effect, Layer, Option } from "effect"
import type { MemberId } from "@foldcast/contracts/ids"
import { GatewayConfig } from "../config.ts"
import { Ids } from "../ids.ts"
import type { OwnerId } from "../log/event-log.ts"
import { Allotments } from "./allotments.ts"
import { COOKIE_BITS, cookieHash, isCookieValue, OWNER_BITS } from "./cookie-value.ts"
import { type DatabaseFailed, DurableDatabase } from "./durable-database.ts"
import { IV_BITS } from "./seal.ts"
import {
  memberIndex,
  memberIndexes,
  sealMember,
  sessionKeys,
  type SessionKeys,
  unsealMember,
} from "./sealed-member.ts"
import {
  type CookieValue,
  goesOn,
  MAX_CURRENT_COOKIES,
  RENEWAL_AFTER_MS,
  RETIRING_MS,
  SESSION_LIFE_MS,
  type OpenSessionRecord,
  type ResolvedSession,
  type Session,
  type SessionMember,
  SessionRefused,
  SessionStore,
  SessionsUnavailable,
} from "./session-store.ts"

const MIGRATIONS = [
  `CREATE TABLE sessions (
     owner TEXT PRIMARY KEY,
     member_index TEXT,
     member TEXT,
     age_checked INTEGER NOT NULL,
     renewed_at INTEGER NOT NULL,
     CHECK ((member IS NULL) = (member_index IS NULL))
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX sessions_by_member ON sessions (member_index) WHERE member_index IS NOT NULL;
   CREATE INDEX sessions_by_age ON sessions (renewed_at);
   CREATE TABLE cookies (
     no INTEGER PRIMARY KEY,
     hash TEXT NOT NULL UNIQUE,
     owner TEXT NOT NULL REFERENCES sessions (owner) ON DELETE CASCADE,
     retires_at INTEGER
   ) STRICT;
   CREATE INDEX cookies_by_owner ON cookies (owner, no);
   CREATE INDEX cookies_by_end ON cookies (retires_at) WHERE retires_at IS NOT NULL;`,
  // Sessions of before have no start of their own: they are as old as they were last seen.
  `ALTER TABLE sessions ADD COLUMN started_at INTEGER;
   ALTER TABLE sessions ADD COLUMN browser TEXT;
   ALTER TABLE sessions ADD COLUMN system TEXT;`,
]

const prepare = (database: DurableDatabase) => ({
  byCookie: database.prepare(
    `SELECT owner, member, age_checked, renewed_at, retires_at
     FROM cookies JOIN sessions USING (owner) WHERE hash = ?`,
  ),
  byOwner: database.prepare(
    "SELECT owner, member, age_checked, renewed_at FROM sessions WHERE owner = ?",
  ),
  byMember: database.prepare(
    `SELECT owner, member, age_checked, renewed_at, started_at, browser, system
     FROM sessions WHERE member_index = ? ORDER BY owner`,
  ),
  insert: database.prepare(
    "INSERT INTO sessions (owner, age_checked, renewed_at) VALUES (?, ?, ?)",
  ),
  insertCookie: database.prepare("INSERT INTO cookies (hash, owner) VALUES (?, ?)"),
  retire: database.prepare(
    "UPDATE cookies SET retires_at = ? WHERE owner = ? AND retires_at IS NULL",
  ),
  trimCookies: database.prepare(
    `DELETE FROM cookies WHERE owner = ?1 AND retires_at IS NULL AND no NOT IN
       (SELECT no FROM cookies WHERE owner = ?1 AND retires_at IS NULL ORDER BY no DESC LIMIT ?2)`,
  ),
  setMember: database.prepare("UPDATE sessions SET member = ?, member_index = ? WHERE owner = ?"),
  start: database.prepare("UPDATE sessions SET started_at = ? WHERE owner = ?"),
  setAgent: database.prepare("UPDATE sessions SET browser = ?, system = ? WHERE owner = ?"),
  renew: database.prepare("UPDATE sessions SET renewed_at = ? WHERE owner = ?"),
  passAgeCheck: database.prepare("UPDATE sessions SET age_checked = 1 WHERE owner = ?"),
  remove: database.prepare("DELETE FROM sessions WHERE owner = ?"),
  removeExpired: database.prepare("DELETE FROM sessions WHERE renewed_at <= ?"),
  removeRetired: database.prepare("DELETE FROM cookies WHERE retires_at <= ?"),
})

interface Row {
  readonly owner: OwnerId
  readonly member: string | null
  readonly ageChecked: boolean
  readonly renewedAt: number
}

type SqlRow = Readonly<Record<string, SQLOutputValue>>

const rowOf = (row: SqlRow): Row => ({
  owner: String(row["owner"]) as OwnerId,
  member: typeof row["member"] === "string" ? row["member"] : null,
  ageChecked: row["age_checked"] === 1,
  renewedAt: Number(row["renewed_at"]),
})

const textOf = (value: SQLOutputValue | undefined) => (typeof value === "string" ? value : null)

const recordOf = (found: SqlRow, { owner, renewedAt }: Row): OpenSessionRecord => ({
  owner,
  startedAt: found["started_at"] === null ? renewedAt : Number(found["started_at"]),
  lastSeenAt: renewedAt,
  browser: textOf(found["browser"]),
  system: textOf(found["system"]),
})

const unavailable = ({ operation, detail }: DatabaseFailed) =>
  new SessionsUnavailable({ operation, detail })

/** What a write answers inside its transaction: refusals change nothing and roll nobody else back. */
type Written<A> = A | SessionRefused

export const makeSqliteSessionStore = Effect.fn("makeSqliteSessionStore")(function* (settings: {
  readonly file: string
  readonly keys: SessionKeys
}) {
  const ids = yield* Ids
  const { file, keys } = settings
  const database = yield* DurableDatabase.open({ file, migrations: MIGRATIONS }).pipe(
    Effect.mapError(unavailable),
  )
  const statements = prepare(database)
  const allotments = new Allotments()

  const newOwner = () => ids.token(OWNER_BITS) as OwnerId
  const newCookie = () => ids.token(COOKIE_BITS) as CookieValue

  const insert = (owner: OwnerId, hash: string, ageChecked: boolean, now: number): Row => {
    statements.insert.run(owner, ageChecked ? 1 : 0, now)
    statements.insertCookie.run(hash, owner)
    return { owner, member: null, ageChecked, renewedAt: now }
  }

  const open = (ageChecked: boolean, now: number) => {
    const owner = newOwner()
    const cookie = newCookie()
    insert(owner, cookieHash(cookie), ageChecked, now)
    return { session: { owner, member: null, ageChecked }, cookie }
  }

  const live = (owner: OwnerId, now: number): Row | undefined => {
    const hash = allotments.take(owner, now)
    if (hash !== undefined) return insert(owner, hash, false, now)
    const found = statements.byOwner.get(owner)
    const row = found === undefined ? undefined : rowOf(found)
    return row !== undefined && row.renewedAt + SESSION_LIFE_MS > now ? row : undefined
  }

  const issue = (owner: OwnerId): CookieValue => {
    const cookie = newCookie()
    statements.insertCookie.run(cookieHash(cookie), owner)
    statements.trimCookies.run(owner, MAX_CURRENT_COOKIES)
    return cookie
  }

  const setMember = (owner: OwnerId, member: SessionMember) => {
    const sealed = sealMember(keys, owner, member, ids.token(IV_BITS))
    statements.setMember.run(sealed, memberIndex(keys, member.memberId), owner)
  }

  /** The member of a row; undefined where nobody can open the seal any more. */
  const memberOf = ({ owner, member }: Row): SessionMember | null | undefined =>
    member === null ? null : Option.getOrUndefined(unsealMember(keys, owner, member))

  const rowsOfMember = (member: MemberId): ReadonlyArray<SqlRow> =>
    memberIndexes(keys, member).flatMap((index) => statements.byMember.all(index))

  const write = <A>(
    operation: string,
    owner: OwnerId,
    now: number,
    run: (row: Row) => Written<A>,
  ): Effect.Effect<A, SessionsUnavailable | SessionRefused> =>
    database
      .write(operation, (): Written<A> => {
        const row = live(owner, now)
        return row === undefined ? new SessionRefused({ why: "unknown" }) : run(row)
      })
      .pipe(
        Effect.mapError(unavailable),
        Effect.flatMap((answer) =>
          answer instanceof SessionRefused ? Effect.fail(answer) : Effect.succeed(answer),
        ),
      )

  const resolveStored = (hash: string, now: number): Option.Option<ResolvedSession> => {
    const found = statements.byCookie.get(hash)
    if (found === undefined) return Option.none()
    const row = rowOf(found)
    const retiresAt = found["retires_at"] === null ? null : Number(found["retires_at"])
    const member = memberOf(row)
    if (row.renewedAt + SESSION_LIFE_MS <= now || member === undefined) return Option.none()
    if (retiresAt !== null && retiresAt <= now) return Option.none()
    const session = { owner: row.owner, member, ageChecked: row.ageChecked }
    const current = retiresAt === null
    return Option.some({
      ...session,
      cookie: current ? "current" : "retiring",
      renewalDue: current && row.renewedAt + RENEWAL_AFTER_MS <= now,
    })
  }

  return SessionStore.of({
    allot: (now) =>
      Effect.sync(() => {
        const owner = newOwner()
        const cookie = newCookie()
        allotments.add(owner, cookieHash(cookie), now)
        return { session: { owner, member: null, ageChecked: false }, cookie }
      }),
    keep: (owner, now) => write("keep", owner, now, () => undefined),
    open: (now) =>
      database.write("open", () => open(false, now)).pipe(Effect.mapError(unavailable)),
    resolve: (value, now) =>
      database
        .read("resolve", (): Option.Option<ResolvedSession> => {
          if (!isCookieValue(value)) return Option.none()
          const hash = cookieHash(value)
          const owner = allotments.ownerOf(hash, now)
          if (owner === undefined) return resolveStored(hash, now)
          const session = { owner, member: null, ageChecked: false }
          return Option.some({ ...session, cookie: "current", renewalDue: false })
        })
        .pipe(Effect.mapError(unavailable)),
    present: (owner, now) =>
      database
        .read("present", (): Option.Option<Session> => {
          if (allotments.has(owner, now)) {
            return Option.some({ owner, member: null, ageChecked: false })
          }
          const found = statements.byOwner.get(owner)
          if (found === undefined) return Option.none()
          const row = rowOf(found)
          const member = memberOf(row)
          if (row.renewedAt + SESSION_LIFE_MS <= now || member === undefined) return Option.none()
          return Option.some({ owner, member, ageChecked: row.ageChecked })
        })
        .pipe(Effect.mapError(unavailable)),
    renew: (owner, now) =>
      write("renew", owner, now, () => {
        statements.renew.run(now, owner)
      }),
    logIn: (owner, member, now, agent) =>
      write("logIn", owner, now, (row) => {
        const before = memberOf(row)
        if (before === undefined) return new SessionRefused({ why: "unknown" })
        if (before !== null && before.memberId !== member.memberId) {
          return new SessionRefused({ why: "anotherMember" })
        }
        setMember(owner, member)
        if (before === null) statements.start.run(now, owner)
        if (agent !== undefined) statements.setAgent.run(agent.browser, agent.system, owner)
        statements.renew.run(now, owner)
        statements.retire.run(now + RETIRING_MS, owner)
        return issue(owner)
      }),
    reissue: (owner, now) => write("reissue", owner, now, () => issue(owner)),
    refreshMember: (owner, member, now) =>
      write("refreshMember", owner, now, (row) => {
        const before = memberOf(row)
        if (before === undefined) return new SessionRefused({ why: "unknown" })
        if (before === null) return new SessionRefused({ why: "guest" })
        if (before.memberId !== member.memberId) return new SessionRefused({ why: "anotherMember" })
        setMember(owner, member)
        return undefined
      }),
    describeMember: (memberId, facts) =>
      database
        .write("describeMember", () => {
          for (const found of rowsOfMember(memberId)) {
            const row = rowOf(found)
            const member = memberOf(row)
            if (member) setMember(row.owner, { ...member, ...facts })
          }
        })
        .pipe(Effect.mapError(unavailable)),
    passAgeCheck: (owner, now) =>
      write("passAgeCheck", owner, now, () => {
        statements.passAgeCheck.run(owner)
      }),
    end: (owner, reason, now) =>
      write("end", owner, now, ({ ageChecked }) => {
        statements.remove.run(owner)
        return open(ageChecked, now)
      }).pipe(Effect.tap(() => Effect.logInfo("session ended", reason))),
    ownersOfMember: (member) =>
      database
        .read("ownersOfMember", () =>
          rowsOfMember(member).map((row) => String(row["owner"]) as OwnerId),
        )
        .pipe(Effect.mapError(unavailable)),
    openSessions: (memberId, now) =>
      database
        .read("openSessions", () =>
          rowsOfMember(memberId).flatMap((found) => {
            const row = rowOf(found)
            const member = memberOf(row)
            return member && goesOn(member, row.renewedAt, now) ? [recordOf(found, row)] : []
          }),
        )
        .pipe(Effect.mapError(unavailable)),
    forget: (now) =>
      database
        .write("forget", () => {
          statements.removeRetired.run(now)
          return Number(statements.removeExpired.run(now - SESSION_LIFE_MS).changes)
        })
        .pipe(Effect.mapError(unavailable)),
  })
})

export const SqliteSessionStore = {
  layer: Layer.effect(
    SessionStore,
    Effect.flatMap(GatewayConfig, ({ dataDir, sessionSecrets }) =>
      makeSqliteSessionStore({
        file: join(dataDir, "sessions.db"),
        keys: sessionKeys(sessionSecrets),
      }),
    ),
  ),
} as const
