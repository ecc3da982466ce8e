/**
 * The events of all visits, one row each in the order in which they were appended, and where those of one visit
 * lie among them. An index by visit and position would have a page written for each visit of a commit, which
 * costs more than everything else; so places are written for thousands of events at once, in their order, and
 * until then are held in memory. What memory held is read again from the rows when the file is opened.
 *
 * Caller: sqlite-entries.ts. Invariants: every row up to `log.placed` has its place; every later one is held.
 */
import type { DatabaseSync } from "node:sqlite"
import { RowBatches } from "./row-batches.ts"
import { rowChecksum } from "./row-checksum.ts"
import type { Row } from "./sqlite-file.ts"
import type { StoredBody } from "./sqlite-protocol.ts"

/** More cost less each, and one commit longer: some ten milliseconds. */
export const PLACED_AT_ONCE = 4_096

/** A visit's newest events: the position of the first, and the numbers of their rows. */
interface Held {
  readonly from: number
  readonly rows: Array<number>
}

const place = (visit: number, seq: number) => `event ${visit} ${seq}`

const prepare = (db: DatabaseSync) => ({
  placed: db.prepare("SELECT placed FROM log"),
  last: db.prepare("SELECT max(rowid) AS last FROM events"),
  unplaced: db.prepare("SELECT rowid AS no, visit, seq FROM events WHERE rowid > ? ORDER BY rowid"),
  // A row whose place is taken is damaged, which shows when its visit is read.
  place: db.prepare(
    `INSERT INTO places (visit, seq, event)
     SELECT visit, seq, rowid FROM events WHERE rowid > ? ORDER BY visit, seq
     ON CONFLICT DO NOTHING`,
  ),
  setPlaced: db.prepare("UPDATE log SET placed = ?"),
  atPlaces: db.prepare(
    `SELECT events.seq, crc, body FROM places CROSS JOIN events ON events.rowid = places.event
     WHERE places.visit = ? AND places.seq > ? ORDER BY places.seq LIMIT ?`,
  ),
  row: db.prepare("SELECT seq, crc, body FROM events WHERE rowid = ?"),
  lastPlaced: db.prepare(
    `SELECT events.seq FROM places CROSS JOIN events ON events.rowid = places.event
     WHERE places.visit = ? ORDER BY places.seq DESC LIMIT 1`,
  ),
  deleteAtPlaces: db.prepare(
    "DELETE FROM events WHERE rowid IN (SELECT event FROM places WHERE visit = ?)",
  ),
  deletePlaces: db.prepare("DELETE FROM places WHERE visit = ?"),
  deleteRow: db.prepare("DELETE FROM events WHERE rowid = ?"),
})

export class EventRows {
  readonly #statement: ReturnType<typeof prepare>
  readonly #new: RowBatches
  readonly #held = new Map<number, Held>()
  #placed = 0
  /** The number of the last row. */
  #last = 0

  constructor(db: DatabaseSync) {
    this.#statement = prepare(db)
    this.#new = new RowBatches(db, "events", ["rowid", "visit", "seq", "crc", "body"])
    this.#load()
  }

  #load(): void {
    this.#held.clear()
    this.#placed = Number((this.#statement.placed.get() as Row | undefined)?.["placed"] ?? 0)
    const { last } = this.#statement.last.get() as Row
    // The rows of forgotten visits are gone; a number that places know is never given again.
    this.#last = Math.max(this.#placed, Number(last ?? 0))
    for (const row of this.#statement.unplaced.iterate(this.#placed) as Iterable<Row>)
      this.#hold(Number(row["visit"]), Number(row["seq"]), Number(row["no"]))
  }

  #hold(visit: number, seq: number, no: number): void {
    const held = this.#held.get(visit)
    if (held === undefined) this.#held.set(visit, { from: seq, rows: [no] })
    else held.rows.push(no)
  }

  insert(visit: number, seq: number, body: string): void {
    this.#last += 1
    this.#hold(visit, seq, this.#last)
    this.#new.add(this.#last, visit, seq, rowChecksum(place(visit, seq), body), body)
  }

  /** Before the commit. */
  flush(): void {
    this.#new.flush()
    if (this.#last - this.#placed < PLACED_AT_ONCE) return
    this.#statement.place.run(this.#placed)
    this.#statement.setPlaced.run(this.#last)
    this.#placed = this.#last
    this.#held.clear()
  }

  /** A batch was taken back. */
  forget(): void {
    this.#new.forget()
    this.#load()
  }

  /** The position of a visit's last event; 0 where it has none. */
  lastOf(visit: number): number {
    const held = this.#held.get(visit)
    if (held !== undefined) return held.from + held.rows.length - 1
    return Number((this.#statement.lastPlaced.get(visit) as Row | undefined)?.["seq"] ?? 0)
  }

  /** The `count` events after a position, or null where not all of them are what was written. */
  read(visit: number, after: number, count: number): ReadonlyArray<StoredBody> | null {
    this.#new.flush()
    const bodies: Array<StoredBody> = []
    for (const stored of this.#stored(visit, after, count)) {
      const seq = Number(stored["seq"])
      const body = String(stored["body"])
      if (
        seq !== after + bodies.length + 1 ||
        stored["crc"] !== rowChecksum(place(visit, seq), body)
      )
        return null
      bodies.push({ seq, body })
    }
    return bodies.length === count ? bodies : null
  }

  *#stored(visit: number, after: number, count: number): Iterable<Row> {
    const held = this.#held.get(visit)
    const ofPlaces = held === undefined ? count : Math.min(count, held.from - 1 - after)
    if (ofPlaces > 0)
      yield* this.#statement.atPlaces.iterate(visit, after, ofPlaces) as Iterable<Row>
    if (held === undefined) return
    const first = Math.max(0, after + 1 - held.from)
    for (const no of held.rows.slice(first, after + count + 1 - held.from)) {
      const row = this.#statement.row.get(no) as Row | undefined
      if (row !== undefined) yield row
    }
  }

  /** Writes no places first: there may be no room for them. */
  delete(visit: number): void {
    this.#new.flush()
    for (const no of this.#held.get(visit)?.rows ?? []) this.#statement.deleteRow.run(no)
    this.#held.delete(visit)
    this.#statement.deleteAtPlaces.run(visit)
    this.#statement.deletePlaces.run(visit)
  }
}
