import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Effect, Option, Redacted } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { Ids } from "../ids.ts"
import { makeMemorySessionStore } from "./memory-session-store.ts"
import { sessionKeys } from "./sealed-member.ts"
import { memberNamed, sessionStoreConformance } from "./session-store.conformance.ts"
import type { SessionStoreShape } from "./session-store.ts"
import { makeSqliteSessionStore } from "./sqlite-session-store.ts"

const folder = mkdtempSync(join(tmpdir(), "sessions-"))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0
const newFile = () => join(folder, `${(files += 1)}.db`)

const secret = (fill: number) => Redacted.make(new Uint8Array(32).fill(fill))

const sqlite = (file: string, keys = sessionKeys([secret(1)])) =>
  makeSqliteSessionStore({ file, keys }).pipe(Effect.provide(Ids.layer))

const opened = <A>(
  file: string,
  use: (store: SessionStoreShape) => Effect.Effect<A, unknown>,
  keys = sessionKeys([secret(1)]),
) => Effect.runPromise(Effect.scoped(Effect.flatMap(sqlite(file, keys), use)))

const anna = memberNamed("anna")
const T0 = 1_700_000_000_000

const loggedIn = (store: SessionStoreShape) =>
  Effect.gen(function* () {
    const { session } = yield* store.open(T0)
    return { owner: session.owner, cookie: yield* store.logIn(session.owner, anna, T0) }
  })

describe("sessions in memory", () =>
  sessionStoreConformance(() => makeMemorySessionStore.pipe(Effect.provide(Ids.layer)), 300))

describe("sessions in SQLite", () => {
  sessionStoreConformance(() => sqlite(newFile()), 25)

  it("goes on for its members after a restart", async () => {
    const file = newFile()
    const { owner, cookie } = await opened(file, loggedIn)
    const resolved = await opened(file, (store) => store.resolve(cookie, T0))
    expect(Option.getOrNull(resolved)).toMatchObject({ owner, member: { username: anna.username } })
  })

  it("leaves neither cookie, token nor member readable on disk, and the file to its owner", async () => {
    const file = newFile()
    const bytes = await opened(file, (store) =>
      Effect.map(loggedIn(store), ({ cookie }) => {
        const texts = readdirSync(folder)
          .filter((name) => join(folder, name).startsWith(file))
          .map((name) => readFileSync(join(folder, name)))
        return { all: Buffer.concat(texts), cookie }
      }),
    )
    const secrets = [bytes.cookie, "canary-token-anna", anna.username, `"${anna.memberId}"`]
    for (const canary of secrets) expect(bytes.all.includes(canary)).toBe(false)
    expect(statSync(file).mode & 0o077).toBe(0)
  })

  it("goes on for sessions of before they knew since when and in which browser", async () => {
    const file = newFile()
    const { owner, cookie } = await opened(file, loggedIn)
    const db = new DatabaseSync(file)
    db.exec(`ALTER TABLE sessions DROP COLUMN started_at;
      ALTER TABLE sessions DROP COLUMN browser;
      ALTER TABLE sessions DROP COLUMN system;
      PRAGMA user_version = 1`)
    db.close()
    const [found, listed] = await opened(file, (store) =>
      Effect.all([store.resolve(cookie, T0), store.openSessions(anna.memberId, T0)]),
    )
    expect(Option.getOrNull(found)).toMatchObject({ owner, member: { username: anna.username } })
    expect(listed).toEqual([{ owner, startedAt: T0, lastSeenAt: T0, browser: null, system: null }])
  })

  it("opens what an older secret sealed, and what nobody can open is no session", async () => {
    const file = newFile()
    const { owner, cookie } = await opened(file, loggedIn)
    const rotated = sessionKeys([secret(2), secret(1)])
    const found = await opened(
      file,
      (store) => Effect.all([store.resolve(cookie, T0), store.ownersOfMember(anna.memberId)]),
      rotated,
    )
    expect(Option.isSome(found[0])).toBe(true)
    expect(found[1]).toEqual([owner])
    const lost = await opened(file, (store) => store.resolve(cookie, T0), sessionKeys([secret(2)]))
    expect(Option.isNone(lost)).toBe(true)
  })

  it("does not accept a member's seal that was moved to another session's row", async () => {
    const file = newFile()
    const { cookie: thief } = await opened(file, (store) =>
      Effect.gen(function* () {
        yield* loggedIn(store)
        return yield* store.open(T0)
      }),
    )
    const db = new DatabaseSync(file)
    db.exec(`UPDATE sessions SET
      member = (SELECT member FROM sessions WHERE member IS NOT NULL),
      member_index = (SELECT member_index FROM sessions WHERE member IS NOT NULL)`)
    db.close()
    const resolved = await opened(file, (store) => store.resolve(thief, T0))
    expect(Option.isNone(resolved)).toBe(true)
  })

  it("answers many writes at once, each durable", async () => {
    const file = newFile()
    const cookies = await opened(file, (store) =>
      Effect.all(
        Array.from({ length: 500 }, () => store.open(T0)),
        { concurrency: "unbounded" },
      ),
    )
    const resolved = await opened(file, (store) =>
      Effect.forEach(cookies, ({ cookie }) => store.resolve(cookie, T0)),
    )
    expect(resolved.filter(Option.isSome)).toHaveLength(500)
  })
})
