/** What members wrote, as it lies on the disk: sealed while they are there, unreadable for good when they are gone. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Effect, Layer } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import type { UnnumberedEnvelope } from "@foldcast/contracts/stream/envelope"
import { Ids } from "../../ids.ts"
import {
  visitHeader,
  creditsEvent,
  creditsEvents,
  memberId,
  TERMS,
  visitId,
} from "../visit-log.fixtures.ts"
import type { VisitLogShape } from "../visit-log.ts"
import { withStorage } from "../conformance/visit-storage.fixtures.ts"
import { SqliteVisitStorage } from "./sqlite-storage.ts"
import { LOG_MIGRATIONS, migrateLog } from "./log-schema.ts"
import { writerOf, type Writers } from "../writer.ts"

const directories: Array<string> = []
const newDirectory = () => {
  const directory = mkdtempSync(join(tmpdir(), "sealed-bodies-"))
  directories.push(directory)
  return directory
}
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true })
})

const withLog = <A, E>(
  directory: string,
  use: (log: VisitLogShape) => Effect.Effect<A, E>,
  maxBytes?: number,
) =>
  withStorage(
    SqliteVisitStorage.layer({
      file: join(directory, "events.db"),
      terms: TERMS,
      ...(maxBytes !== undefined && { maxBytes }),
    }).pipe(Layer.provide(Ids.layer)),
    ({ log }) => use(log),
  )

const anna = writerOf(memberId("anna"))
const WRITERS: Writers = new Map([
  ["nick-canary", anna],
  ["bert", writerOf(memberId("bert"))],
])

const said = (from: string, message: string): UnnumberedEnvelope => ({
  ...creditsEvent(0),
  event: {
    _tag: "RoomMessageReceived",
    performerId: "p7",
    messageId: "m1",
    from,
    message,
    messageType: "member",
    recipient: "room",
  },
})

const tags = (log: VisitLogShape, name: string) =>
  Effect.map(log.read(visitId(name), 1, 1_000), (read) =>
    read.map(({ wire }) => /"_tag":"(\w+)"/u.exec(wire)?.[1]),
  )

const ROOM = Array.from({ length: 12 }, (_, index) => `v${index}`)

/** A room of twelve, and one visit more, hear a line of each. */
const evening = (log: VisitLogShape) =>
  Effect.gen(function* () {
    for (const name of [...ROOM, "alone"]) yield* log.begin(visitHeader(name), creditsEvents(1))
    for (const envelope of [said("nick-canary", "a text-canary"), said("bert", "of bert")]) {
      const entry = { events: [envelope], writers: WRITERS }
      yield* log.append(ROOM.map((name) => ({ visit: visitId(name), ...entry })))
      yield* log.append([{ visit: visitId("alone"), ...entry }])
    }
  })

const filesOf = (directory: string) =>
  readdirSync(directory)
    .map((file) => readFileSync(join(directory, file), "latin1"))
    .join("\n")

const keyOf = (directory: string) => {
  const db = new DatabaseSync(join(directory, "events.db"), { readOnly: true })
  const row = db.prepare("SELECT key FROM writers WHERE writer = ?").get(anna)
  db.close()
  return row === undefined ? undefined : Buffer.from(row["key"] as Uint8Array).toString("latin1")
}

describe("what members wrote, on the disk", () => {
  it("is readable nowhere, and once they are erased its key is gone too, while the log goes on", () => {
    const directory = newDirectory()
    return withLog(directory, (log) =>
      Effect.gen(function* () {
        yield* evening(log)
        const key = keyOf(directory) ?? ""
        expect(key).toHaveLength(32)
        expect(filesOf(directory)).not.toContain("canary")
        expect(filesOf(directory)).toContain(key)
        expect(yield* log.eraseWriters([anna])).toBe(1)
        expect(filesOf(directory)).not.toContain(key)
        expect(yield* tags(log, "v3")).toEqual(["RoomLineErased", "RoomMessageReceived"])
      }),
    )
  })

  it("stays unreadable when the log is opened again, also where the erasure is not repeated", async () => {
    const directory = newDirectory()
    await withLog(directory, (log) => Effect.andThen(evening(log), log.eraseWriters([anna])))
    await withLog(directory, (log) =>
      Effect.gen(function* () {
        for (const name of ["v3", "alone"])
          expect(yield* tags(log, name)).toEqual(["RoomLineErased", "RoomMessageReceived"])
      }),
    )
  })

  it("is not read with the key of another member who wrote for the first time after the erasure", async () => {
    const directory = newDirectory()
    await withLog(directory, (log) =>
      Effect.gen(function* () {
        yield* log.begin(visitHeader("a"), creditsEvents(1))
        const tell = (name: string) =>
          log.append([
            {
              visit: visitId("a"),
              events: [said(name, "a line")],
              writers: new Map([[name, writerOf(memberId(name))]]),
            },
          ])
        yield* tell("first")
        yield* log.eraseWriters([writerOf(memberId("first"))])
        yield* tell("second")
        expect(yield* tags(log, "a")).toEqual(["RoomLineErased", "RoomMessageReceived"])
      }),
    )
  })

  it("comes back with a backup, keys included, until the erasure is repeated", async () => {
    const [directory, backup] = [newDirectory(), newDirectory()]
    await withLog(directory, evening)
    cpSync(directory, backup, { recursive: true })
    await withLog(directory, (log) => log.eraseWriters([anna]))
    await withLog(backup, (log) =>
      Effect.gen(function* () {
        expect(yield* tags(log, "v3")).toEqual(["RoomMessageReceived", "RoomMessageReceived"])
        const key = keyOf(backup) ?? ""
        expect(yield* log.eraseWriters([anna])).toBe(1)
        expect(yield* tags(log, "v3")).toEqual(["RoomLineErased", "RoomMessageReceived"])
        expect(filesOf(backup)).not.toContain(key)
      }),
    )
  })

  it("is read as it was stored in logs from before writers were known", async () => {
    const directory = newDirectory()
    const db = new DatabaseSync(join(directory, "events.db"))
    migrateLog(db, LOG_MIGRATIONS.slice(0, 7))
    db.close()
    await withLog(directory, (log) =>
      Effect.gen(function* () {
        yield* log.begin(visitHeader("a"), creditsEvents(1))
        // As an earlier build stored it: by its own text.
        const old = said("nick-canary", "of before")
        yield* log.append([{ visit: visitId("a"), events: [old] }])
        yield* log.append([{ visit: visitId("a"), events: [old], writers: WRITERS }])
        const read = yield* log.read(visitId("a"), 1, 10)
        expect(read.map(({ wire }) => JSON.parse(wire) as unknown)).toEqual(
          [2, 3].map((seq) => ({ seq, ...old })),
        )
        yield* log.eraseWriters([anna])
        expect(yield* tags(log, "a")).toEqual(["RoomMessageReceived", "RoomLineErased"])
      }),
    )
  })

  it("is sealed with a key that exists, also where the disk had no room for the key at first", async () => {
    const directory = newDirectory()
    await withLog(
      directory,
      (log) =>
        Effect.gen(function* () {
          yield* log.begin(visitHeader("old"), [{ ...creditsEvent(1), at: 1 }])
          const filling = creditsEvents(200).map((event) => ({ ...event, at: 1 }))
          yield* log.append([{ visit: visitId("old"), events: filling }])
          yield* log.begin(visitHeader("a"), creditsEvents(1))
          // The first line needs a key as well, and there is no room for so many.
          const many = Array.from({ length: 900 }, () => said("nick-canary", "a line"))
          const entry = { visit: visitId("a"), writers: WRITERS }
          const refused = yield* Effect.flip(log.append([{ ...entry, events: many }]))
          expect(refused).toMatchObject({ _tag: "LogUnavailable", lasts: false })
          yield* log.append([{ ...entry, events: many.slice(0, 1) }])
        }),
      300_000,
    )
    await withLog(directory, (log) =>
      Effect.gen(function* () {
        expect(yield* tags(log, "a")).toEqual(["RoomMessageReceived"])
      }),
    )
  })

  it.each([
    ["a changed key", "UPDATE writers SET key = randomblob(32)"],
    ["another visit's text", "UPDATE shared SET body = replace(body, 'sealed', 'seale')"],
  ])("closes the visit instead of serving %s", async (_what, sql) => {
    const directory = newDirectory()
    await withLog(directory, evening)
    const db = new DatabaseSync(join(directory, "events.db"))
    db.exec(sql)
    db.close()
    await withLog(directory, (log) =>
      Effect.gen(function* () {
        const refused = yield* Effect.flip(log.read(visitId("v3"), 0, 10))
        expect(refused).toMatchObject({ why: "damaged" })
      }),
    )
  })
})
