/** The conformance suite on real files, and what only a disk can do to a log. */
import { fork } from "node:child_process"
import { once } from "node:events"
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Effect, Layer } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { Ids } from "../../ids.ts"
import {
  TERMS,
  visitHeader,
  creditsEvent,
  creditsEvents,
  memberId,
  visitId,
  walletOpened,
  START,
} from "../visit-log.fixtures.ts"
import type { VisitHeader } from "../visit-header.ts"
import type { VisitLogShape } from "../visit-log.ts"
import { SqliteVisitStorage } from "./sqlite-storage.ts"
import { LogRefused, migrateLog, LOG_MIGRATIONS } from "./log-schema.ts"
import { visitIndexConformance } from "../conformance/visit-index.conformance.ts"
import { visitLogConformance } from "../conformance/visit-log.conformance.ts"
import { withStorage } from "../conformance/visit-storage.fixtures.ts"
import type { VisitStorage } from "../visit-storage.ts"

const directories: Array<string> = []
const newDirectory = () => {
  const directory = mkdtempSync(join(tmpdir(), "event-log-"))
  directories.push(directory)
  return directory
}
const newFile = () => join(newDirectory(), "events.db")
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true })
})

const layerOf = (file: string) =>
  SqliteVisitStorage.layer({ file, terms: TERMS }).pipe(Layer.provide(Ids.layer))
const opened = <A, E>(file: string, use: (storage: VisitStorage) => Effect.Effect<A, E>) =>
  withStorage(layerOf(file), use)

visitLogConformance("sqlite", () => layerOf(newFile()))
visitIndexConformance("sqlite", () => layerOf(newFile()))

describe("event log on disk", () => {
  it("keeps its epoch, its visits and their positions over a restart", async () => {
    const file = newFile()
    const epoch = await opened(file, ({ log }) =>
      log.begin(visitHeader("a"), creditsEvents(3)).pipe(Effect.as(log.currentEpoch())),
    )
    // Whoever closes it leaves one file.
    expect(readdirSync(dirname(file)).filter((name) => name.endsWith("-wal"))).toEqual([])
    await opened(file, ({ log }) =>
      Effect.gen(function* () {
        expect(log.currentEpoch()).toBe(epoch)
        yield* log.storeFacts(visitId("a"), [walletOpened(1)], START)
        const more = yield* log.append([{ visit: visitId("a"), events: creditsEvents(1) }])
        expect(more).toMatchObject({ appended: [{ from: 4 }], closed: [] })
      }),
    )
  })

  it("stores once what many visits are told at the same time", async () => {
    const file = newFile()
    const names = Array.from({ length: 20 }, (_, index) => `v${index}`)
    await opened(file, ({ log }) =>
      Effect.gen(function* () {
        for (const name of names) yield* log.begin(visitHeader(name), creditsEvents(1))
        const events = [creditsEvent(7_654_321)]
        yield* log.append(names.map((name) => ({ visit: visitId(name), events })))
        yield* log.append(names.slice(0, 2).map((name) => ({ visit: visitId(name), events })))
      }),
    )
    expect(readFileSync(file, "utf8").split('"credits":7654321')).toHaveLength(1 + 1 + 2)
    await opened(file, ({ log }) =>
      Effect.gen(function* () {
        for (const [index, name] of names.entries())
          expect(yield* log.read(visitId(name), 1, 10)).toHaveLength(index < 2 ? 2 : 1)
      }),
    )
  })

  it("reads older visits that do not say whether they show plain pictures and whose they track", async () => {
    const { noNude: _, tracking: __, ...earlier } = visitHeader("a", { tracking: { p: "x" } })
    const file = newFile()
    await opened(file, ({ log }) =>
      log.begin(earlier as typeof earlier & VisitHeader, creditsEvents(1)),
    )
    const record = await opened(file, ({ index }) => index.find(visitId("a")))
    expect(record).toMatchObject({ ...earlier, noNude: false, tracking: {} })
  })

  it("lets its owner alone read its files, also those that an earlier build left open", async () => {
    const directory = newDirectory()
    const file = join(directory, "events.db")
    await opened(file, ({ log }) =>
      Effect.gen(function* () {
        yield* log.begin(visitHeader("a"), creditsEvents(1))
        for (const name of readdirSync(directory)) chmodSync(join(directory, name), 0o644)
      }),
    )
    for (const _opened of ["an earlier build's", "its own"])
      await opened(file, ({ log }) =>
        Effect.gen(function* () {
          yield* log.append([{ visit: visitId("a"), events: creditsEvents(1) }])
          const open = readdirSync(directory).filter(
            (name) => (statSync(join(directory, name)).mode & 0o077) !== 0,
          )
          expect(open).toEqual([])
        }),
      )
  })

  it("leaves nothing of what was forgotten in its files, while it goes on", async () => {
    const directory = newDirectory()
    await opened(join(directory, "events.db"), ({ log, index }) =>
      Effect.gen(function* () {
        const told = creditsEvents(3).map((envelope) => ({
          ...envelope,
          event: { _tag: "LogInRefused", label: "a-canary-in-the-log" } as const,
        }))
        yield* log.begin(visitHeader("a", { member: memberId("m") }), told)
        const files = () =>
          readdirSync(directory).map((file) => readFileSync(join(directory, file), "latin1"))
        expect(files().join()).toContain("a-canary-in-the-log")
        expect(yield* index.forgetMember(memberId("m"))).toBe(1)
        expect(files().join()).not.toContain("a-canary-in-the-log")
        yield* log.begin(visitHeader("b"), creditsEvents(1))
      }),
    )
  })

  it("loses nothing acknowledged when the process is killed", async () => {
    for (let round = 0; round < 5; round++) {
      const file = newFile()
      const child = fork(join(import.meta.dirname, "append-until-killed.fixture.ts"), [file], {
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      })
      const acknowledged = new Map<string, number>()
      let total = 0
      await new Promise<void>((resolve) => {
        child.on("message", ([visit, seq]: [string, number]) => {
          acknowledged.set(visit, seq)
          if (++total === 150 + round * 100) child.kill("SIGKILL")
        })
        child.on("exit", () => resolve())
      })
      expect(child.signalCode).toBe("SIGKILL")
      await opened(file, ({ log }) =>
        Effect.gen(function* () {
          for (const [name, seq] of acknowledged) {
            const read = yield* log.read(visitId(name), 0, 10_000)
            expect(read.length).toBeGreaterThanOrEqual(seq)
            expect(read.map((row) => row.seq)).toEqual(read.map((_, index) => index + 1))
          }
        }),
      )
    }
  }, 60_000)

  it("answers every append with LogUnavailable once the disk is full", async () => {
    const child = fork(join(import.meta.dirname, "append-until-full.fixture.ts"), [newFile()], {
      execPath: "/bin/bash",
      execArgv: ["-c", `ulimit -f 400; exec "${process.execPath}" "$0" "$@"`],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    })
    const [told] = (await once(child, "message")) as [
      { acknowledged: number; failures: Array<string>; afterwards: Array<string> },
    ]
    expect(told.acknowledged).toBeGreaterThan(0)
    expect(told.failures.length).toBeGreaterThan(0)
    expect(new Set([...told.failures, ...told.afterwards])).toEqual(new Set(["LogUnavailable"]))
  }, 30_000)

  it("refuses what finds no room, keeps what it acknowledged, and goes on when there is room", async () => {
    const file = newFile()
    const append = (log: VisitLogShape, name: string) =>
      log.append([{ visit: visitId(name), events: creditsEvents(10) }])
    const small = SqliteVisitStorage.layer({ file, terms: TERMS, maxBytes: 400_000 })
    await withStorage(small.pipe(Layer.provide(Ids.layer)), ({ log, index }) =>
      Effect.gen(function* () {
        yield* log.begin(visitHeader("old"), [creditsEvent(1, START - 1)])
        yield* log.append([
          {
            visit: visitId("old"),
            events: creditsEvents(200).map((event) => ({ ...event, at: START - 1 })),
          },
        ])
        yield* log.begin(visitHeader("a"), creditsEvents(1))
        let acknowledged = 1
        const full = yield* append(log, "a").pipe(
          Effect.tap(() => Effect.sync(() => (acknowledged += 10))),
          Effect.forever,
          Effect.flip,
        )
        expect(full).toMatchObject({ _tag: "LogUnavailable", lasts: false })
        expect(acknowledged).toBeGreaterThan(1)
        const again = yield* Effect.flip(log.begin(visitHeader("b"), creditsEvents(500)))
        expect(again).toMatchObject({ lasts: false })
        expect(yield* log.read(visitId("a"), 0, 10_000)).toHaveLength(acknowledged)
        expect(yield* index.find(visitId("b"))).toBeNull()

        expect(yield* index.forgetBefore(START)).toBe(1)
        const after = yield* append(log, "a")
        expect(after.appended).toMatchObject([{ from: acknowledged + 1 }])
        const read = yield* log.read(visitId("a"), 0, 10_000)
        expect(read.map(({ seq }) => seq)).toEqual(
          Array.from({ length: acknowledged + 10 }, (_, index) => index + 1),
        )
      }),
    )
    await opened(file, ({ index }) =>
      Effect.map(index.find(visitId("a")), (found) => expect(found?.ended).toBe(false)),
    )
  })

  const damage = (file: string, sql: string) => {
    const db = new DatabaseSync(file)
    db.exec(sql)
    db.close()
  }

  const damages: ReadonlyArray<readonly [string, string]> = [
    [
      "a changed event",
      `UPDATE events SET body = replace(body, '"credits":2', '"credits":3') WHERE seq = 2`,
    ],
    ["a missing event", "DELETE FROM events WHERE seq = 2"],
    ["a missing last event", "DELETE FROM events WHERE seq = 3"],
    ["exchanged events", "UPDATE events SET seq = 9 - seq WHERE seq IN (2, 3)"],
    ["a changed head", "UPDATE standings SET head = 2"],
    ["a changed owner", `UPDATE visits SET birth = replace(birth, 'owner-a', 'owner-b')`],
  ]
  for (const [what, sql] of damages)
    it(`closes the visit instead of serving ${what}`, async () => {
      const file = newFile()
      await opened(file, ({ log }) => log.begin(visitHeader("a"), creditsEvents(3)))
      damage(file, sql)
      await opened(file, ({ log }) =>
        Effect.gen(function* () {
          expect(yield* Effect.flip(log.read(visitId("a"), 0, 10))).toMatchObject({
            why: "damaged",
          })
          const append = log.append([{ visit: visitId("a"), events: creditsEvents(1) }])
          expect(yield* append).toMatchObject({ appended: [], closed: [{ why: "damaged" }] })
          const other = yield* log.begin(visitHeader("b"), creditsEvents(1))
          expect(other.from).toBe(1)
        }),
      )
    })

  it("notices a changed client fact", async () => {
    const file = newFile()
    await opened(file, ({ log }) =>
      log
        .begin(visitHeader("a"), creditsEvents(1))
        .pipe(Effect.andThen(log.storeFacts(visitId("a"), [walletOpened(1)], START))),
    )
    damage(file, "UPDATE facts SET body = replace(body, 'Opened', 'Closed')")
    await opened(file, ({ log }) =>
      Effect.gen(function* () {
        expect(yield* Effect.flip(log.readFacts(visitId("a"), 0, 9))).toMatchObject({
          why: "damaged",
        })
      }),
    )
  })

  it("begins a new epoch when its file is shorter than what it acknowledged", async () => {
    const file = newFile()
    const epoch = await opened(file, ({ log }) =>
      log
        .begin(visitHeader("a", { epoch: log.currentEpoch() }), creditsEvents(2))
        .pipe(Effect.as(log.currentEpoch())),
    )
    const older = readFileSync(file)
    await opened(file, ({ log }) => log.append([{ visit: visitId("a"), events: creditsEvents(2) }]))
    writeFileSync(file, older)
    await opened(file, ({ log, index }) =>
      Effect.gen(function* () {
        expect(log.currentEpoch()).not.toBe(epoch)
        const old = yield* index.find(visitId("a"))
        expect(old).toMatchObject({ epoch, ended: true })
        yield* log.begin(visitHeader("b"), creditsEvents(1))
      }),
    )
    const again = await opened(file, ({ log }) => Effect.succeed(log.currentEpoch()))
    expect(again).not.toBe(epoch)
  })

  it("refuses a file of a newer version, of another program, and a ruined one, with a sentence", async () => {
    const opening = (file: string) =>
      opened(file, () => Effect.void).then(
        () => "opened",
        (error: unknown) => String(error),
      )
    const newer = newFile()
    await opened(newer, () => Effect.void)
    damage(newer, "PRAGMA user_version = 99")
    expect(await opening(newer)).toContain("version 99 and this build reads up to")
    const foreign = newFile()
    damage(foreign, "CREATE TABLE guests (name TEXT)")
    expect(await opening(foreign)).toContain("database of something else")
    const ruined = newFile()
    writeFileSync(ruined, "this is no database at all, and long enough to be looked at".repeat(50))
    expect(await opening(ruined)).toContain("not a database")
    await expect(opened(ruined, () => Effect.void)).rejects.toMatchObject({ lasts: true })
    expect(await opening(join(newDirectory(), "missing", "events.db"))).toContain("unable to open")
  })

  it("migrates a file of an older version to the newest one, whole or not at all", () => {
    const db = new DatabaseSync(":memory:")
    migrateLog(db, LOG_MIGRATIONS)
    migrateLog(db, [...LOG_MIGRATIONS, "ALTER TABLE visits ADD COLUMN note TEXT"])
    expect(db.prepare("PRAGMA user_version").get()).toMatchObject({
      user_version: LOG_MIGRATIONS.length + 1,
    })
    expect(db.prepare("SELECT note FROM visits").all()).toEqual([])
    const broken = [
      ...LOG_MIGRATIONS,
      "ALTER TABLE visits ADD COLUMN note TEXT",
      "CREATE TABLE x (a); NONSENSE",
    ]
    expect(() => migrateLog(db, broken)).toThrow()
    expect(db.prepare("SELECT name FROM sqlite_schema WHERE name = 'x'").all()).toEqual([])
    expect(() => migrateLog(db, LOG_MIGRATIONS)).toThrow(LogRefused)
    db.close()
  })
})
