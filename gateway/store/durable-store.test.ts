import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Effect, Option, Redacted, Result } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import type { CommandId, Epoch } from "@foldcast/contracts/ids"
import type { OwnerId } from "../log/visit-header.ts"
import { cookieHash } from "../sessions/cookie-value.ts"
import { memberIndex, sealMember } from "../sessions/sealed-member.ts"
import type { CookieValue } from "../sessions/session-store.ts"
import type { DurableStoreShape } from "./durable-store.ts"
import {
  directories,
  KEYS,
  sessionMember,
  sessionsIn,
  T0,
  withStore,
} from "./open-store.fixtures.ts"
import { keptAnswersIn } from "./kept-answers.ts"
import { makeReceipts } from "./receipts.ts"

const folders = directories("durable-store")
afterAll(folders.remove)

const owner = "owner-anna" as OwnerId
const anna = sessionMember("anna")
const cookie = "c".repeat(43) as CookieValue
const body = { current: "first", accepted: ["first"] }
const result = { epoch: "e1" as Epoch, seq: 7, status: 202 }

const open = (store: DurableStoreShape, hash: string, of = `owner-${hash}`) =>
  store.ask("sessions", "open", { owner: of as OwnerId, cookie: hash, now: T0 })
const isThere = (store: DurableStoreShape, hash: string) =>
  Effect.map(store.ask("sessions", "byCookie", { hash }), (found) => found !== null)

describe("the durable store", () => {
  it("commits together what is written in one turn, or nothing of it, and can still be read", () =>
    withStore(folders.make(), (store) =>
      Effect.gen(function* () {
        yield* open(store, "before")
        const turn = yield* Effect.all(
          [open(store, "a"), open(store, "b"), open(store, "a"), isThere(store, "before")].map(
            (asked) => Effect.result(asked),
          ),
          { concurrency: "unbounded" },
        )
        expect(turn.map(Result.isSuccess)).toEqual([false, false, false, true])
        expect(yield* isThere(store, "b")).toBe(false)
        yield* Effect.all([open(store, "a"), open(store, "b")], { concurrency: "unbounded" })
        expect(yield* isThere(store, "b")).toBe(true)
      }),
    ))

  it("calls back with its answers in the order in which it carried the requests out", () =>
    withStore(folders.make(), (store) =>
      Effect.gen(function* () {
        const told: Array<string> = []
        const look = (name: string) =>
          store.ask("sessions", "byCookie", { hash: "a" }, (found) => {
            told.push(`${name}: ${found === null ? "nothing" : "there"}`)
          })
        yield* Effect.all([look("first"), open(store, "a"), look("second")], {
          concurrency: "unbounded",
          discard: true,
        })
        expect(told).toEqual(["first: nothing", "second: there"])
      }),
    ))

  it("writes what was asked of it before it closes", async () => {
    const directory = folders.make()
    await withStore(directory, (store) =>
      Effect.forkDetach(open(store, "late"), { startImmediately: true }),
    )
    expect(await withStore(directory, (store) => isThere(store, "late"))).toBe(true)
  })

  it("goes on with sessions and commands where the kept answers cannot be opened", () => {
    const directory = folders.make()
    mkdirSync(join(directory, "answers.db"), { recursive: true })
    return withStore(directory, (store) =>
      Effect.gen(function* () {
        const kept = keptAnswersIn(store)
        const [session, cited] = yield* Effect.all(
          [open(store, "a"), Effect.result(kept.cite([{ hash: "h", text: "t" }], 1))],
          { concurrency: "unbounded" },
        )
        expect(session).toBeUndefined()
        expect(Result.isFailure(cited)).toBe(true)
        expect(yield* isThere(store, "a")).toBe(true)
      }),
    )
  })

  it("lets its owner alone read its files, in which nothing deleted is left", async () => {
    const directory = folders.make()
    await withStore(directory, (store) => open(store, "a-canary-in-the-store"))
    const read = () => readFileSync(join(directory, "store.db"), "latin1")
    expect(read()).toContain("a-canary-in-the-store")
    for (const name of readdirSync(directory)) chmodSync(join(directory, name), 0o644)
    await withStore(directory, (store) =>
      Effect.gen(function* () {
        const forgotten = yield* store.ask("sessions", "forget", { now: T0, overUntil: T0 })
        expect(forgotten).toBe(1)
        for (const name of readdirSync(directory))
          expect(statSync(join(directory, name)).mode & 0o077).toBe(0)
      }),
    )
    expect(read()).not.toContain("a-canary-in-the-store")
  })

  it("refuses a file of a newer version, of another program, and an unusable folder", async () => {
    for (const [pragma, why] of [
      ["application_id = 0x46435354; PRAGMA user_version = 99", "newer version"],
      ["user_version = 1", "not a file of this store"],
    ] as const) {
      const directory = folders.make()
      mkdirSync(directory)
      const db = new DatabaseSync(join(directory, "store.db"))
      db.exec(`PRAGMA ${pragma}`)
      db.close()
      await expect(withStore(directory, () => Effect.void)).rejects.toThrow(why)
    }
    const directory = folders.make()
    mkdirSync(join(directory, "store.db"), { recursive: true })
    await expect(withStore(directory, () => Effect.void)).rejects.toThrow("failed at open")
  })
})

/** The files as an older gateway wrote them: one for each. `version` is that of the sessions. */
const olderDirectory = (version: 1 | 2): string => {
  const directory = folders.make()
  mkdirSync(directory)
  const write = (name: string, script: string) => {
    const db = new DatabaseSync(join(directory, name))
    db.exec(`PRAGMA journal_mode = WAL; ${script}`)
    return db
  }
  const later = version === 1 ? "" : ", started_at INTEGER, browser TEXT, system TEXT"
  const sessions = write(
    "sessions.db",
    `CREATE TABLE sessions (owner TEXT PRIMARY KEY, member_index TEXT, member TEXT,
       age_checked INTEGER NOT NULL, renewed_at INTEGER NOT NULL ${later}) STRICT, WITHOUT ROWID;
     CREATE TABLE cookies (no INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE,
       owner TEXT NOT NULL REFERENCES sessions (owner) ON DELETE CASCADE, retires_at INTEGER) STRICT;
     PRAGMA user_version = ${version}`,
  )
  const sealed = sealMember(KEYS, owner, anna, "A".repeat(16))
  sessions
    .prepare(
      "INSERT INTO sessions (owner, member_index, member, age_checked, renewed_at) VALUES (?, ?, ?, 1, ?)",
    )
    .run(owner, memberIndex(KEYS, anna.memberId), sealed, T0)
  if (version === 2)
    sessions.exec(`UPDATE sessions SET started_at = ${T0 - 5}, browser = 'Firefox'`)
  sessions.prepare("INSERT INTO cookies (hash, owner) VALUES (?, ?)").run(cookieHash(cookie), owner)
  sessions.close()
  write(
    "receipts.db",
    `CREATE TABLE receipts (owner TEXT NOT NULL, command TEXT NOT NULL, fingerprint TEXT NOT NULL,
       begun_at INTEGER NOT NULL, state TEXT NOT NULL, was_interrupted INTEGER NOT NULL DEFAULT 0,
       epoch TEXT, seq INTEGER, status INTEGER, PRIMARY KEY (owner, command)) STRICT, WITHOUT ROWID;
     INSERT INTO receipts VALUES ('owner-anna', 'done', 'first', ${T0}, 'done', 0, 'e1', 7, 202),
       ('owner-anna', 'ran', 'first', ${T0}, 'running', 0, NULL, NULL, NULL);
     PRAGMA user_version = 1`,
  ).close()
  const accountDeletions = write(
    "departures.db",
    `CREATE TABLE departures (member_index TEXT PRIMARY KEY, member TEXT NOT NULL) STRICT, WITHOUT ROWID;
     PRAGMA user_version = 1`,
  )
  accountDeletions.prepare("INSERT INTO departures VALUES ('index', 'sealed')").run()
  accountDeletions.close()
  return directory
}

describe("the files of an older gateway", () => {
  it.each([1, 2] as const)(
    "are imported and removed: nobody is logged out, no command is carried out twice (sessions of version %i)",
    async (version) => {
      const directory = olderDirectory(version)
      for (const _opened of ["first", "again"]) {
        await withStore(directory, (store) =>
          Effect.gen(function* () {
            const sessions = yield* sessionsIn(store)
            const found = Option.getOrNull(yield* sessions.resolve(cookie, T0))
            expect(found).toMatchObject({ owner, ageChecked: true, cookie: "current" })
            expect(Redacted.value(found?.member?.token ?? Redacted.make(""))).toBe(
              "canary-token-anna",
            )
            expect(yield* sessions.openSessions(anna.memberId, T0)).toMatchObject([
              version === 1
                ? { owner, startedAt: T0, browser: null }
                : { owner, startedAt: T0 - 5, browser: "Firefox" },
            ])
            const receipts = makeReceipts(store)
            const begin = (command: string) =>
              receipts.begin(owner, command as CommandId, body, T0 + 1)
            expect(yield* begin("done")).toEqual({ _tag: "Done", result })
            expect(yield* begin("ran")).toEqual({ _tag: "Interrupted" })
            expect(yield* store.ask("accountDeletions", "pending", {})).toEqual(["sealed"])
          }),
        )
        const left = readdirSync(directory).filter((name) =>
          /sessions|receipts|departures/u.test(name),
        )
        expect(left).toEqual([])
      }
    },
  )

  it("are imported again where a gateway died before it removed them", async () => {
    const directory = olderDirectory(2)
    const before = folders.make()
    cpSync(directory, before, { recursive: true })
    await withStore(directory, (store) => open(store, "new"))
    cpSync(before, directory, { recursive: true })
    for (const hash of ["new", cookieHash(cookie)])
      expect(await withStore(directory, (store) => isThere(store, hash))).toBe(true)
    expect(readdirSync(directory)).not.toContain("sessions.db")
  })

  it("lose nothing of what an older gateway wrote beside a newer one's", async () => {
    const directory = olderDirectory(1)
    await withStore(directory, (store) => open(store, "new"))
    const written = olderDirectory(2)
    const departures = new DatabaseSync(join(written, "departures.db"))
    departures.exec("INSERT INTO departures VALUES ('later', 'sealed later')")
    departures.close()
    cpSync(written, directory, { recursive: true })
    await withStore(directory, (store) =>
      Effect.gen(function* () {
        expect(yield* store.ask("accountDeletions", "pending", {})).toEqual([
          "sealed",
          "sealed later",
        ])
        const sessions = yield* sessionsIn(store)
        // It is the later file that tells in which browser a session is.
        expect(yield* sessions.openSessions(anna.memberId, T0)).toMatchObject([
          { owner, browser: "Firefox" },
        ])
      }),
    )
  })

  it("are left as they are where one of them is of a newer version", async () => {
    const directory = olderDirectory(2)
    const db = new DatabaseSync(join(directory, "receipts.db"))
    db.exec("PRAGMA user_version = 9")
    db.close()
    await expect(withStore(directory, () => Effect.void)).rejects.toThrow("receipts.db was written")
    expect(readdirSync(directory)).toContain("sessions.db")
    db.open()
    db.exec("PRAGMA user_version = 1")
    db.close()
    const found = await withStore(directory, (store) => isThere(store, cookieHash(cookie)))
    expect(found).toBe(true)
  })
})
