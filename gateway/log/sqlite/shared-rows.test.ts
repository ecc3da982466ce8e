/** What many visits are told at once: one row for all of them, read back as if each had its own. */
import { DatabaseSync } from "node:sqlite"
import { describe, expect, it } from "vitest"
import { drawsFrom } from "@foldcast/folds/log.fixtures"
import { visitId } from "../visit-log.fixtures.ts"
import { openLogDatabase } from "./log-schema.ts"
import { MIN_RECEIVERS, SharedRows } from "./shared-rows.ts"
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
  tellRequest,
} from "./sqlite-store.fixtures.ts"

const placing = { held: 64, atOnce: 8 }

const names = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`)

describe("a row shared by a room's visits", () => {
  it("is stored once for all who have it, and deleted with the last of them", () => {
    const file = newLogFile()
    const store = openStore(file)
    const room = names(MIN_RECEIVERS)
    store.run(room.map(beginRequest))
    store.run([tellRequest(["v3"], '{"own":1}')])
    const answers = store.run([tellRequest(room, '{"told":1}', '{"told":2}')])
    expect(answers).toEqual([{ done: room.map((name) => (name === "v3" ? 3 : 2)) }])
    expect([countOf(file, "shared"), countOf(file, "events")]).toEqual([2, room.length + 1])
    store.run([tellRequest(room.slice(1), '{"few":1}')])
    expect(countOf(file, "shared")).toBe(2)
    for (const name of room.slice(1)) store.run([forgetRequest(name)])
    expect(bodiesOf(store, "v0")).toEqual(['{"begins":"v0"}', '{"told":1}', '{"told":2}'])
    store.run([forgetRequest("v0")])
    expect([countOf(file, "shared"), countOf(file, "places")]).toEqual([0, 0])
    store.close()
  })

  it("is not given to a closed visit, and counts a visit twice that is named twice", () => {
    const store = openStore(newLogFile())
    const room = names(12)
    store.run(room.map(beginRequest))
    store.run([appendRequest({ ...writtenEntryOf("v5", []), ends: true })])
    const bodies = ['{"told":1}']
    const told = { ...writtenEntryOf("v2", bodies), visits: [...room, "nobody"].map(visitId) }
    const done = [...room.map((name) => (name === "v5" ? "ended" : 2)), "unknown", 3]
    expect(store.run([appendRequest(told, writtenEntryOf("v2", bodies))])).toEqual([{ done }])
    expect(bodiesOf(store, "v5")).toEqual(['{"begins":"v5"}'])
    expect(bodiesOf(store, "v2", 1)).toEqual([...bodies, ...bodies])
    store.close()
  })

  it.each([
    ["another body", `UPDATE shared SET body = '{"told":9}'`],
    ["other receivers", "UPDATE shared SET receivers = replace(receivers, '[2,', '[1,')"],
    ["a list of something else", "UPDATE shared SET receivers = '[null]'"],
    ["no row", "DELETE FROM shared"],
  ])("closes all its visits as damaged where it is stored with %s", (_what, damage) => {
    const file = newLogFile()
    const store = openStore(file)
    store.run(names(10).map(beginRequest))
    store.run([tellRequest(names(10), '{"told":1}')])
    store.close()
    const db = new DatabaseSync(file)
    db.exec(damage)
    db.close()
    const damaged = openStore(file)
    expect(readVisit(damaged, "v1")).toEqual({ closed: visitId("v1"), why: "damaged" })
    damaged.close()
  })

  it("stays with the others where a visit leaves that was told what came before it", () => {
    const store = openStore(newLogFile(), { placing })
    const [left, ...room] = names(10)
    store.run([left ?? "", ...room].map(beginRequest))
    store.run([tellRequest([left ?? "", ...room], '{"told":1}')])
    store.run([tellRequest(room, '{"told":2}')])
    // Enough for all to have their places.
    for (let n = 0; n < 70; n++) store.run([tellRequest(["v9"], `{"own":${n}}`)])
    for (const name of [left ?? "", ...room.slice(0, -1)]) store.run([forgetRequest(name)])
    expect(bodiesOf(store, "v9", 1, 2)).toEqual(['{"told":1}', '{"told":2}'])
    store.close()
  })

  it("is refused by each visit where none of them accepts anything", () => {
    const store = openStore(newLogFile())
    const room = names(MIN_RECEIVERS)
    expect(store.run([tellRequest(room, '{"told":1}')])).toEqual([
      { done: room.map(() => "unknown") },
    ])
    store.close()
  })

  it("takes one place for a visit that is told it repeatedly", () => {
    const file = newLogFile()
    let store = openStore(file, { placing })
    const room = names(MIN_RECEIVERS)
    store.run(room.map(beginRequest))
    const told = Array.from({ length: 9 }, (_, n) => `{"told":${n}}`)
    for (const body of told) store.run([tellRequest(room, body)])
    store.run([tellRequest(["v0"], '{"own":1}')])
    // With 64 held all are placed: its beginning, and the room's until then.
    expect(
      queryFile(
        file,
        "SELECT count(*) AS places, sum(count) AS events FROM places WHERE visit = 1",
      ),
    ).toEqual({ places: 2, events: 8 })
    for (const opened of ["as written", "as read again"]) {
      if (opened === "as read again") {
        store.close()
        store = openStore(file, { placing })
      }
      const v0 = ['{"begins":"v0"}', ...told, '{"own":1}']
      for (const after of [0, 1, 4, 9, 10])
        for (const limit of [1, 3, 20])
          expect(bodiesOf(store, "v0", after, limit)).toEqual(v0.slice(after, after + limit))
    }
    store.close()
  })

  it("belongs to no visit that its list does not name, whatever their places say", () => {
    const file = newLogFile()
    const store = openStore(file, { placing })
    const room = names(10)
    store.run([...room, "other"].map(beginRequest))
    store.run([tellRequest(["other"], ...Array.from({ length: 80 }, (_, n) => `{"own":${n}}`))])
    store.run([tellRequest(room, '{"told":1}')])
    store.run([tellRequest(["v0"], '{"more":1}')])
    queryFile(file, "UPDATE places SET event = -1 WHERE visit = 11 AND seq = 2")
    expect(readVisit(store, "other")).toEqual({ closed: visitId("other"), why: "damaged" })
    expect(bodiesOf(store, "v0", 1)).toEqual(['{"told":1}', '{"more":1}'])
    store.close()
  })

  it("closes its visits as damaged where it vanishes while it is open", () => {
    const file = newLogFile()
    const store = openStore(file)
    store.run(names(10).map(beginRequest))
    store.run([tellRequest(names(10), '{"told":1}')])
    queryFile(file, "DELETE FROM shared")
    expect(readVisit(store, "v1")).toEqual({ closed: visitId("v1"), why: "damaged" })
    store.close()
  })

  it("is not read by a visit that gets the number of one that was forgotten while places were written", () => {
    const file = newLogFile()
    let store = openStore(file, { placing })
    const room = names(9)
    const forgotten = "v8"
    store.run(room.map(beginRequest))
    store.run([tellRequest(room, '{"told":1}')])
    // A round of places begins: the room's are written, the round is not over.
    const busy = ["b1", "b2", "b3", "b4", "b5"]
    const many = (name: string) => Array.from({ length: 14 }, (_, n) => `{"${name}":${n}}`)
    store.run(busy.map(beginRequest))
    store.run([appendRequest(...busy.map((name) => writtenEntryOf(name, many(name))))])
    store.run([appendRequest(writtenEntryOf("b1", []))])
    store.run([appendRequest(writtenEntryOf("b1", []))])
    expect(queryFile(file, "SELECT count(*) AS places FROM places WHERE visit = 9")).toEqual({
      places: 2,
    })
    expect(queryFile(file, "SELECT shared_placed FROM log")).toEqual({ shared_placed: 0 })
    store.run([forgetRequest(forgotten)])
    store.close()
    store = openStore(file, { placing })
    for (const name of busy) store.run([forgetRequest(name)])
    store.run([beginRequest("later"), tellRequest(["later"], '{"own":1}')])
    const own = ['{"begins":"later"}', '{"own":1}']
    expect(bodiesOf(store, "later")).toEqual(own)
    store.close()
    store = openStore(file, { placing })
    expect(bodiesOf(store, "later")).toEqual(own)
    for (const name of [...room, "later"]) store.run([forgetRequest(name)])
    store.close()
    const left = (["shared", "events", "places"] as const).map((table) => countOf(file, table))
    expect(left).toEqual([0, 0, 0])
  })

  it("is cached when it was read last, up to so many characters", () => {
    const db: DatabaseSync = openLogDatabase(newLogFile())
    const receivers = [[1, 1]] as const
    const [list, body] = [JSON.stringify(receivers), '{"told":1}']
    const length = list.length + body.length
    const rows = new SharedRows(db, 3 * length)
    for (const no of [1, 2, 3, 4]) rows.insert(no, body, receivers)
    const readAll = (...numbers: ReadonlyArray<number>) =>
      numbers.map((no) => rows.bodyOf(no, [1, 1]))
    expect(readAll(1, 2, 3, 1)).toEqual([body, body, body, body])
    expect(rows.cached).toEqual([1, 2, 3])
    readAll(4)
    expect(rows.cached).toEqual([2, 3, 4])
    rows.removeReceiver(3, [1, 1], false)
    readAll(1)
    expect(rows.cached).toEqual([2, 4, 1])
    rows.forget()
    readAll(2, 4, 1)
    expect(rows.cached).toEqual([2, 4, 1])
    db.close()
  })

  it.each([1, 2, 3])(
    "is read by each visit as its own, whatever was forgotten and reopened: seed %i",
    (seed) => {
      const draw = drawsFrom(seed)
      const file = newLogFile()
      let store = openStore(file, { placing })
      const told = new Map<string, Array<string>>()
      const arrive = (arriving: ReadonlyArray<string>) => {
        const strangers = arriving.filter((name) => !told.has(name))
        store.run(strangers.map(beginRequest))
        for (const name of strangers) told.set(name, [`{"begins":"${name}"}`])
      }
      arrive(names(20))
      for (let round = 0; round < 40; round++) {
        const some = [...told.keys()].filter(() => draw() < 700)
        const bodies = Array.from({ length: 1 + (draw() % 9) }, (_, n) => `{"${round}":${n}}`)
        store.run([tellRequest(some, ...bodies), tellRequest(some.slice(0, 2), '{"own":1}')])
        for (const name of some) told.get(name)?.push(...bodies)
        for (const name of some.slice(0, 2)) told.get(name)?.push('{"own":1}')
        const left = [...told.keys()][draw() % told.size] ?? ""
        if (draw() < 300 && store.run([forgetRequest(left)])) told.delete(left)
        if (draw() < 300) arrive([`v${draw() % 30}`])
        if (draw() < 250) {
          store.close()
          store = openStore(file, { placing })
        }
      }
      for (const [name, bodies] of told) {
        const after = draw() % (bodies.length + 1)
        const limit = draw() % (bodies.length + 1)
        expect(bodiesOf(store, name)).toEqual(bodies)
        expect(bodiesOf(store, name, after, limit)).toEqual(bodies.slice(after, after + limit))
      }
      store.run([...told.keys()].map(forgetRequest))
      expect(
        ["shared", "events", "places"].map((table) => countOf(file, table as "shared")),
      ).toEqual([0, 0, 0])
      store.close()
    },
  )
})
