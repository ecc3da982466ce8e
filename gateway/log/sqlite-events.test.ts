/** Where a visit's events lie, whether their places are written yet or held in memory. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterEach, describe, expect, it } from "vitest"
import { birthOf, memberId, START, visitId } from "./event-log.fixtures.ts"
import { HELD_PLACES } from "./sqlite-events.ts"
import type { Operation, WrittenEntry } from "./sqlite-protocol.ts"
import { SqliteStore } from "./sqlite-store.ts"

const directories: Array<string> = []
const newFile = () => {
  const directory = mkdtempSync(join(tmpdir(), "event-rows-"))
  directories.push(directory)
  return join(directory, "visits.db")
}
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true })
})

const open = (file: string, maxBytes?: number) =>
  new SqliteStore({ file, freshEpoch: "epoch", ...(maxBytes !== undefined && { maxBytes }) })

/** Bodies that say which they are, so that no row can stand for another. */
const entry = (name: string, from: number, count: number): WrittenEntry => ({
  visit: visitId(name),
  bodies: Array.from({ length: count }, (_, index) => `{"${name}":${from + index}}`),
  lastEventAt: START,
  ends: false,
  terms: [],
})
const begin = (name: string): Operation => ({
  kind: "begin",
  birth: birthOf(name, { member: memberId(name) }),
  entry: entry(name, 1, 1),
})
const append = (...entries: ReadonlyArray<WrittenEntry>): Operation => ({ kind: "append", entries })

const read = (store: SqliteStore, name: string, after: number, limit = 50_000) => {
  const [answer] = store.run([{ kind: "read", visit: visitId(name), after, limit }])
  if (answer === undefined || !("done" in answer)) throw new Error(JSON.stringify(answer))
  return (answer.done as ReadonlyArray<{ readonly body: string }>).map(({ body }) => body)
}

const numbersOfPlaces = (file: string) => {
  const db = new DatabaseSync(file, { readOnly: true })
  const { count } = db.prepare("SELECT count(*) AS count FROM places").get() as {
    readonly count: number
  }
  db.close()
  return count
}

describe("the rows of events", () => {
  it("are read by visit on both sides of the last that has its place, also by who opens the file", () => {
    const file = newFile()
    let store = open(file)
    store.run([begin("a"), begin("b")])
    const half = HELD_PLACES / 2
    store.run([append(entry("a", 2, half), entry("b", 2, half))])
    // One visit's with one commit, the other's with the next, what came meanwhile included.
    expect(numbersOfPlaces(file)).toBe(half + 1)
    store.run([append(entry("b", half + 2, 3), entry("a", half + 2, 2))])
    expect(numbersOfPlaces(file)).toBe(HELD_PLACES + 5)
    for (const opened of ["as written", "as read again"]) {
      if (opened === "as read again") {
        store.close()
        store = open(file)
      }
      const a = read(store, "a", 0)
      expect(a, opened).toEqual(entry("a", 1, half + 3).bodies)
      expect(read(store, "b", half, 3)).toEqual(entry("b", half + 1, 3).bodies)
      expect(read(store, "b", half + 3)).toEqual(entry("b", half + 4, 1).bodies)
    }
    expect(store.run([append(entry("a", half + 4, 1))])).toEqual([{ done: [half + 4] }])
    store.close()
  })

  it("are forgotten where their places find no room, and go on afterwards", () => {
    const file = newFile()
    const few = open(file)
    few.run([begin("a"), begin("b")])
    few.run([append(entry("a", 2, HELD_PLACES - 60), entry("b", 2, 50))])
    few.close()
    const db = new DatabaseSync(file)
    const { page_count: pages } = db.prepare("PRAGMA page_count").get() as {
      readonly page_count: number
    }
    db.close()

    const store = open(file, (pages + 3) * 4_096)
    const [refused] = store.run([append(entry("b", 52, 20))])
    expect(refused).toHaveProperty("full")
    expect(read(store, "b", 0)).toEqual(entry("b", 1, 51).bodies)
    expect(store.run([{ kind: "forgetMember", member: memberId("a"), max: 10 }])).toEqual([
      { done: 1 },
    ])
    expect(store.run([append(entry("b", 52, 20))])).toEqual([{ done: [52] }])
    expect(read(store, "b", 0)).toEqual(entry("b", 1, 71).bodies)
    store.close()
    const again = open(file)
    expect(read(again, "b", 0)).toEqual(entry("b", 1, 71).bodies)
    again.close()
  })

  it("are found in a log whose events had an index, carried to the newest version", () => {
    const file = newFile()
    const store = open(file)
    store.run([begin("a"), begin("b"), append(entry("a", 2, 5))])
    store.close()
    const db = new DatabaseSync(file)
    db.exec(`DROP TABLE places; DROP TABLE shared;
      ALTER TABLE log DROP COLUMN placed; ALTER TABLE log DROP COLUMN shared_placed;
      CREATE UNIQUE INDEX events_by_position ON events (visit, seq); PRAGMA user_version = 4`)
    db.close()
    const migrated = open(file)
    expect(read(migrated, "a", 2)).toEqual(entry("a", 3, 4).bodies)
    expect(migrated.run([append(entry("a", 7, 1))])).toEqual([{ done: [7] }])
    expect(read(migrated, "a", 0)).toEqual(entry("a", 1, 7).bodies)
    migrated.close()
  })
})
