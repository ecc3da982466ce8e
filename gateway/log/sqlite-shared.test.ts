/** What many visits are told at once: one row for all of them, read back as if each had its own. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterEach, describe, expect, it } from "vitest"
import { drawsFrom } from "@foldcast/folds/log.fixtures"
import { birthOf, memberId, START, visitId } from "./event-log.fixtures.ts"
import { HELD_PLACES } from "./sqlite-events.ts"
import type { Operation, WrittenEntry } from "./sqlite-protocol.ts"
import { FEWEST_RECEIVERS, SqliteStore } from "./sqlite-store.ts"

const directories: Array<string> = []
const newFile = () => {
  const directory = mkdtempSync(join(tmpdir(), "shared-rows-"))
  directories.push(directory)
  return join(directory, "visits.db")
}
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true })
})

const open = (file: string) => new SqliteStore({ file, freshEpoch: "epoch" })

const entryOf = (name: string, bodies: ReadonlyArray<string>): WrittenEntry => ({
  visit: visitId(name),
  bodies,
  lastEventAt: START,
  ends: false,
  terms: [],
})
const begin = (name: string): Operation => ({
  kind: "begin",
  birth: birthOf(name, { member: memberId(name) }),
  entry: entryOf(name, [`{"begins":"${name}"}`]),
})
const tell = (names: ReadonlyArray<string>, ...bodies: ReadonlyArray<string>): Operation => ({
  kind: "append",
  entries: names.map((name) => entryOf(name, bodies)),
})
const forget = (name: string): Operation => ({
  kind: "forgetMember",
  member: memberId(name),
  max: 10,
})

const read = (store: SqliteStore, name: string, after = 0) =>
  store.run([{ kind: "read", visit: visitId(name), after, limit: 50_000 }])[0]
const bodiesOf = (store: SqliteStore, name: string, after = 0) => {
  const answer = read(store, name, after)
  if (answer === undefined || !("done" in answer)) throw new Error(JSON.stringify(answer))
  return (answer.done as ReadonlyArray<{ readonly body: string }>).map(({ body }) => body)
}

const countOf = (file: string, table: "shared" | "events" | "places") => {
  const db = new DatabaseSync(file, { readOnly: true })
  const { count } = db.prepare(`SELECT count(*) AS count FROM ${table}`).get() as {
    readonly count: number
  }
  db.close()
  return count
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`)

describe("what a room is told", () => {
  it("takes one row for all who have it, and goes with the last of them", () => {
    const file = newFile()
    const store = open(file)
    const room = names(FEWEST_RECEIVERS)
    store.run(room.map(begin))
    store.run([tell(["v3"], '{"own":1}')])
    const answers = store.run([tell(room, '{"told":1}', '{"told":2}')])
    expect(answers).toEqual([{ done: room.map((name) => (name === "v3" ? 3 : 2)) }])
    expect([countOf(file, "shared"), countOf(file, "events")]).toEqual([2, room.length + 1])
    store.run([tell(room.slice(1), '{"few":1}')])
    expect(countOf(file, "shared")).toBe(2)
    for (const name of room.slice(1)) store.run([forget(name)])
    expect(bodiesOf(store, "v0")).toEqual(['{"begins":"v0"}', '{"told":1}', '{"told":2}'])
    store.run([forget("v0")])
    expect([countOf(file, "shared"), countOf(file, "places")]).toEqual([0, 0])
    store.close()
  })

  it("passes by who accepts nothing more, and counts whoever is named twice twice", () => {
    const store = open(newFile())
    const room = names(12)
    store.run(room.map(begin))
    store.run([{ kind: "append", entries: [{ ...entryOf("v5", []), ends: true }] }])
    const bodies = ['{"told":1}']
    const entries = [...room, "nobody", "v2"].map((name) => entryOf(name, bodies))
    const done = [...room.map((name) => (name === "v5" ? "ended" : 2)), "unknown", 3]
    expect(store.run([{ kind: "append", entries }])).toEqual([{ done }])
    expect(bodiesOf(store, "v5")).toEqual(['{"begins":"v5"}'])
    expect(bodiesOf(store, "v2", 1)).toEqual([...bodies, ...bodies])
    store.close()
  })

  it.each([
    ["another body", `UPDATE shared SET body = '{"told":9}'`],
    ["other receivers", "UPDATE shared SET receivers = replace(receivers, '[2,', '[1,')"],
    ["a list of something else", "UPDATE shared SET receivers = '[null]'"],
    ["no row", "DELETE FROM shared"],
  ])("closes all who have it as damaged where it lies there with %s", (_what, damage) => {
    const file = newFile()
    const store = open(file)
    store.run(names(10).map(begin))
    store.run([tell(names(10), '{"told":1}')])
    store.close()
    const db = new DatabaseSync(file)
    db.exec(damage)
    db.close()
    const damaged = open(file)
    expect(read(damaged, "v1")).toEqual({ closed: visitId("v1"), why: "damaged" })
    damaged.close()
  })

  it("is nothing of a visit that gets the number of one that was forgotten while places were written", () => {
    const file = newFile()
    let store = open(file)
    const room = names(9)
    const forgotten = "v8"
    store.run(room.map(begin))
    store.run([tell(room, '{"told":1}')])
    // A round of places begins: the room's are written, the round is not over.
    const busy = ["b1", "b2", "b3", "b4", "b5"]
    const many = (name: string) => Array.from({ length: 7_000 }, (_, n) => `{"${name}":${n}}`)
    store.run(busy.map(begin))
    store.run([{ kind: "append", entries: busy.map((name) => entryOf(name, many(name))) }])
    expect(countOf(file, "places")).toBeGreaterThanOrEqual(room.length)
    store.run([forget(forgotten)])
    store.close()
    store = open(file)
    for (const name of busy) store.run([forget(name)])
    store.run([begin("later"), tell(["later"], '{"own":1}')])
    const own = ['{"begins":"later"}', '{"own":1}']
    expect(bodiesOf(store, "later")).toEqual(own)
    store.close()
    store = open(file)
    expect(bodiesOf(store, "later")).toEqual(own)
    for (const name of [...room, "later"]) store.run([forget(name)])
    store.close()
    const left = (["shared", "events", "places"] as const).map((table) => countOf(file, table))
    expect(left).toEqual([0, 0, 0])
  })

  it.each([1, 2])(
    "is read by each visit as what it was told itself, whatever was forgotten and reopened: seed %i",
    (seed) => {
      const draw = drawsFrom(seed)
      const file = newFile()
      let store = open(file)
      const told = new Map<string, Array<string>>()
      const arrive = (arriving: ReadonlyArray<string>) => {
        const strangers = arriving.filter((name) => !told.has(name))
        store.run(strangers.map(begin))
        for (const name of strangers) told.set(name, [`{"begins":"${name}"}`])
      }
      arrive(names(500))
      const rounds = Math.ceil((1.2 * HELD_PLACES) / 1_750)
      for (let round = 0; round < rounds; round++) {
        const some = [...told.keys()].filter(() => draw() < 700)
        const bodies = Array.from({ length: 1 + (draw() % 9) }, (_, n) => `{"${round}":${n}}`)
        store.run([tell(some, ...bodies), tell(some.slice(0, 2), '{"own":1}')])
        for (const name of some) told.get(name)?.push(...bodies)
        for (const name of some.slice(0, 2)) told.get(name)?.push('{"own":1}')
        const left = [...told.keys()][draw() % told.size] ?? ""
        if (draw() < 300 && store.run([forget(left)])) told.delete(left)
        if (draw() < 300) arrive([`v${draw() % 600}`])
        if (draw() < 250) {
          store.close()
          store = open(file)
        }
      }
      for (const [name, bodies] of told) {
        const after = draw() % 2 === 0 ? 0 : draw() % (bodies.length + 1)
        expect(bodiesOf(store, name, after)).toEqual(bodies.slice(after))
      }
      store.run([...told.keys()].map(forget))
      expect(
        ["shared", "events", "places"].map((table) => countOf(file, table as "shared")),
      ).toEqual([0, 0, 0])
      store.close()
    },
  )
})
