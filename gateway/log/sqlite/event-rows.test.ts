/** Where a visit's events lie, whether their places are written yet or held in memory. */
import { DatabaseSync } from "node:sqlite"
import { describe, expect, it } from "vitest"
import { memberId, visitId } from "../visit-log.fixtures.ts"
import {
  appendRequest,
  queryFile,
  beginRequest,
  bodiesOf,
  countOf,
  writtenEntryOf,
  forgetRequest,
  newLogFile,
  openStore,
  readVisit,
} from "./sqlite-store.fixtures.ts"

/** Bodies that say which they are, so that no row can stand for another. */
const bodies = (name: string, from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `{"${name}":${from + index}}`)
const more = (name: string, from: number, count: number) =>
  appendRequest(writtenEntryOf(name, bodies(name, from, count)))
const all = (name: string, last: number) => [`{"begins":"${name}"}`, ...bodies(name, 2, last - 1)]

const HELD = 32
const placing = { held: HELD, atOnce: 4 }

describe("the rows of events", () => {
  it("are read by visit on both sides of the last placed row, also when the file is reopened", () => {
    const file = newLogFile()
    let store = openStore(file, { placing })
    const half = HELD / 2
    store.run([beginRequest("a"), beginRequest("b")])
    store.run([more("b", 2, half - 1), more("a", 2, half - 2)])
    expect(countOf(file, "places")).toBe(0)
    // With as many as may be held: one visit's with one commit, in the order of the table, the other's with
    // the next, what came meanwhile included.
    store.run([more("a", half, 1)])
    expect(queryFile(file, "SELECT count(*) AS count, max(visit) AS visit FROM places")).toEqual({
      count: half,
      visit: 1,
    })
    expect(queryFile(file, "SELECT placed FROM log")).toEqual({ placed: 0 })
    store.run([more("b", half + 1, 3), more("a", half + 1, 2)])
    expect(countOf(file, "places")).toBe(HELD + 3)
    expect(queryFile(file, "SELECT placed FROM log")).toEqual({ placed: HELD })
    store.run([more("a", half + 3, 1)])
    for (const opened of ["as written", "as read again"]) {
      if (opened === "as read again") {
        store.close()
        store = openStore(file, { placing })
      }
      const [ofA, ofB] = [all("a", half + 3), all("b", half + 3)]
      expect(bodiesOf(store, "a"), opened).toEqual(ofA)
      for (const after of [0, 1, half, half + 2, half + 3])
        for (const limit of [0, 1, 3, half]) {
          expect(bodiesOf(store, "a", after, limit)).toEqual(ofA.slice(after, after + limit))
          expect(bodiesOf(store, "b", after, limit)).toEqual(ofB.slice(after, after + limit))
        }
    }
    expect(store.run([more("a", half + 4, 1)])).toEqual([{ done: [half + 4] }])
    store.close()
  })

  it("are read where few of many placed ones are asked for, with many held behind them", () => {
    const store = openStore(newLogFile(), { placing })
    store.run([beginRequest("a"), more("a", 2, HELD - 1)])
    store.run([more("a", HELD + 1, 20)])
    for (const limit of [1, 12, 20, HELD])
      expect(bodiesOf(store, "a", 0, limit)).toEqual(all("a", HELD + 20).slice(0, limit))
    store.close()
  })

  it("are placed round after round", () => {
    const file = newLogFile()
    const store = openStore(file, { placing })
    store.run([beginRequest("a"), beginRequest("b")])
    for (let at = 2; at < 5 * HELD; at += 4) store.run([more("a", at, 4), more("b", at, 4)])
    expect(Number(queryFile(file, "SELECT placed FROM log")["placed"])).toBeGreaterThan(8 * HELD)
    expect(bodiesOf(store, "b")).toEqual(all("b", 5 * HELD + 1))
    store.close()
  })

  it("close their visit as damaged where they vanish, held or placed, while it is open or not", () => {
    const file = newLogFile()
    let store = openStore(file, { placing })
    store.run(["held", "placed", "whole"].map(beginRequest))
    store.run([more("placed", 2, HELD)])
    store.run([more("held", 2, 2), more("whole", 2, 1)])
    queryFile(file, "DELETE FROM events WHERE body IN ('{\"held\":2}', '{\"placed\":3}')")
    for (const name of ["held", "placed"])
      expect(readVisit(store, name)).toEqual({ closed: visitId(name), why: "damaged" })
    expect(bodiesOf(store, "whole")).toEqual(all("whole", 2))
    store.close()
    queryFile(file, "DELETE FROM events WHERE body = '{\"whole\":2}'")
    store = openStore(file, { placing })
    expect(readVisit(store, "whole")).toEqual({ closed: visitId("whole"), why: "damaged" })
    store.close()
  })

  it("leave whole pages to later rows when they are forgotten", () => {
    const store = openStore(newLogFile())
    store.run([beginRequest("a"), more("a", 2, 500)])
    const reusable = () => store.run([{ operation: "reusableBytes", asked: [] }])[0]
    expect(reusable()).toEqual({ done: 0 })
    store.run([forgetRequest("a")])
    const answer = reusable()
    const bytes = answer !== undefined && "done" in answer ? Number(answer.done) : 0
    expect(bytes).toBeGreaterThan(4_096)
    expect(bytes % 4_096).toBe(0)
    store.close()
  })

  it("are forgotten where their places find no room, and the log goes on", () => {
    const file = newLogFile()
    const many = { held: 20_000, atOnce: 20_000 }
    const few = openStore(file, { placing: many })
    few.run([beginRequest("a"), beginRequest("b")])
    few.run([more("a", 2, many.held - 60), more("b", 2, 50)])
    few.close()
    const pages = Number(queryFile(file, "PRAGMA page_count")["page_count"])

    const store = openStore(file, { placing: many, maxBytes: (pages + 3) * 4_096 })
    const [refused] = store.run([more("b", 52, 20)])
    expect(refused).toHaveProperty("full")
    expect(bodiesOf(store, "b")).toEqual(all("b", 51))
    expect(store.run([{ operation: "forgetMember", asked: [memberId("a"), 10] }])).toEqual([
      { done: 1 },
    ])
    expect(store.run([more("b", 52, 20)])).toEqual([{ done: [52] }])
    expect(bodiesOf(store, "b")).toEqual(all("b", 71))
    store.close()
    const again = openStore(file)
    expect(bodiesOf(again, "b")).toEqual(all("b", 71))
    again.close()
  })

  it("are found in a log whose events had an index, migrated to the newest version", () => {
    const file = newLogFile()
    const store = openStore(file)
    store.run([beginRequest("a"), beginRequest("b"), more("a", 2, 5)])
    store.close()
    const db = new DatabaseSync(file)
    db.exec(`DROP TABLE places; DROP TABLE shared; DROP TABLE writers;
      ALTER TABLE log DROP COLUMN placed; ALTER TABLE log DROP COLUMN shared_placed;
      CREATE UNIQUE INDEX events_by_position ON events (visit, seq); PRAGMA user_version = 4`)
    db.close()
    const migrated = openStore(file)
    expect(bodiesOf(migrated, "a", 2)).toEqual(bodies("a", 3, 4))
    expect(migrated.run([more("a", 7, 1)])).toEqual([{ done: [7] }])
    expect(bodiesOf(migrated, "a")).toEqual(all("a", 7))
    migrated.close()
  })
})
