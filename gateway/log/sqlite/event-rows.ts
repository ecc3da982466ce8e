/**
 * The events of all visits, one row each in the order in which they were appended (what many are told at once
 * has one row for all of them, shared-rows.ts), and where those of one visit lie among them. An index by
 * visit and position would have a page written for each visit of a commit, which costs more than everything
 * else; so places are written for tens of thousands of events, visit by visit, a slice with each commit, and
 * until then are held in memory. What memory held is read again from the rows when the file is opened.
 *
 * Invariants: every row up to `log.placed`, and every shared one up to `log.shared_placed`, has its places; of a
 * later one each place is either written or held, and of a visit those written come first.
 */
import type { DatabaseSync } from "node:sqlite"
import { RowBatches } from "./row-batches.ts"
import { rowChecksum } from "./row-checksum.ts"
import type { SqlRow } from "./log-file.ts"
import type { PlacingLimits, StoredBody } from "./thread-protocol.ts"
import { type SharedReceiver, SharedRows } from "./shared-rows.ts"

/**
 * The more of one visit are held, the more lie beside each other then, and the fewer pages each takes: a room of
 * a thousand has some thirty for each visit. What is written at once takes some milliseconds.
 */
const PLACING: PlacingLimits = { held: 32_768, atOnce: 4_096 }

/** A visit's newest events: the position of the first, and the numbers of their rows, of shared ones negated. */
interface Held {
  readonly from: number
  readonly rows: Array<number>
}

// Stryker disable next-line EqualityOperator: rows are numbered from 1 on.
const isSharedRow = (no: number): boolean => no < 0

/** A round of writing places: the visits whose places are written, and the last rows when it began. */
interface Placing {
  readonly visits: ReadonlyArray<number>
  next: number
  readonly events: number
  readonly shared: number
}

const place = (visit: number, seq: number) => `event ${visit} ${seq}`

const prepare = (db: DatabaseSync) => ({
  placed: db.prepare("SELECT placed, shared_placed FROM log"),
  last: db.prepare("SELECT max(rowid) AS last FROM events"),
  unplaced: db.prepare("SELECT rowid AS no, visit, seq FROM events WHERE rowid > ? ORDER BY rowid"),
  setPlaced: db.prepare("UPDATE log SET placed = ?, shared_placed = ?"),
  // From the place on that holds a position.
  atPlaces: db.prepare(
    `SELECT places.seq AS at, event, count, events.seq, crc, body
     FROM places LEFT JOIN events ON events.rowid = places.event
     WHERE places.visit = :visit AND places.seq >= (
       SELECT max(seq) FROM places WHERE visit = :visit AND seq <= :first
     )
     ORDER BY places.seq LIMIT :most`,
  ),
  row: db.prepare("SELECT seq, crc, body FROM events WHERE rowid = ?"),
  lastPlaced: db.prepare(
    "SELECT seq, event, count FROM places WHERE visit = ? ORDER BY seq DESC LIMIT 1",
  ),
  sharedAtPlaces: db.prepare("SELECT seq, event, count FROM places WHERE visit = ? AND event < 0"),
  deleteAtPlaces: db.prepare(
    "DELETE FROM events WHERE rowid IN (SELECT event FROM places WHERE visit = ?)",
  ),
  deletePlaces: db.prepare("DELETE FROM places WHERE visit = ?"),
  deleteRow: db.prepare("DELETE FROM events WHERE rowid = ?"),
})

export class EventRows {
  readonly #statement: ReturnType<typeof prepare>
  readonly #limits: PlacingLimits
  readonly #new: RowBatches
  readonly #places: RowBatches
  readonly #shared: SharedRows
  readonly #held = new Map<number, Held>()
  /** How many places are held. */
  #unplaced = 0
  #placing: Placing | null = null
  /** The number of the last row. */
  #last = 0
  #lastShared = 0
  /** Lists of receivers up to this shared row are not read again when the file is opened. */
  #sharedPlaced = 0

  constructor(db: DatabaseSync, limits: PlacingLimits = PLACING) {
    this.#limits = limits
    this.#statement = prepare(db)
    this.#new = new RowBatches(db, "events", ["rowid", "visit", "seq", "crc", "body"])
    this.#places = new RowBatches(
      db,
      "places",
      ["visit", "seq", "event", "count"],
      // A row whose place is taken is damaged, which shows when its visit is read.
      "ON CONFLICT DO NOTHING",
    )
    this.#shared = new SharedRows(db)
    this.#load()
  }

  #load(): void {
    this.#held.clear()
    this.#unplaced = 0
    this.#placing = null
    const log = this.#statement.placed.get() as SqlRow
    const [placed, sharedPlaced] = [Number(log["placed"]), Number(log["shared_placed"])]
    this.#sharedPlaced = sharedPlaced
    const { last } = this.#statement.last.get() as SqlRow
    // The rows of forgotten visits are gone; a number that places know is never given again.
    this.#last = Math.max(placed, Number(last))
    this.#lastShared = Math.max(sharedPlaced, this.#shared.last())
    const later = [...this.#after(placed, sharedPlaced)].toSorted(
      (a, b) => a[0] - b[0] || a[1] - b[1],
    )
    let [of, written] = [0, 0]
    for (const [visit, seq, no] of later) {
      if (visit !== of) written = this.#lastPlaced(visit)?.seq ?? 0
      of = visit
      // Stryker disable next-line EqualityOperator: one held again is written again to no effect.
      if (seq > written) this.#hold(visit, seq, no)
    }
  }

  /** Visit, position and number of every row after these. */
  *#after(
    placed: number,
    sharedPlaced: number,
  ): Iterable<readonly [visit: number, seq: number, no: number]> {
    for (const row of this.#statement.unplaced.iterate(placed) as Iterable<SqlRow>)
      yield [Number(row["visit"]), Number(row["seq"]), Number(row["no"])]
    for (const [no, [visit, seq]] of this.#shared.receiversAfter(sharedPlaced))
      yield [visit, seq, -no]
  }

  #hold(visit: number, seq: number, no: number): void {
    this.#unplaced += 1
    const held = this.#held.get(visit)
    if (held === undefined) this.#held.set(visit, { from: seq, rows: [no] })
    else held.rows.push(no)
  }

  insert(visit: number, seq: number, body: string): void {
    this.#last += 1
    this.#hold(visit, seq, this.#last)
    this.#new.add(this.#last, visit, seq, rowChecksum(place(visit, seq), body), body)
  }

  /** One event of many visits. */
  insertShared(receivers: ReadonlyArray<SharedReceiver>, body: string): void {
    this.#lastShared += 1
    for (const [visit, seq] of receivers) this.#hold(visit, seq, -this.#lastShared)
    this.#shared.insert(this.#lastShared, body, receivers)
  }

  /** Before the commit. */
  flush(): void {
    this.#new.flush()
    if (this.#placing === null && this.#unplaced >= this.#limits.held)
      this.#placing = {
        // Stryker disable next-line ArithmeticOperator: in another order it takes longer.
        visits: [...this.#held.keys()].toSorted((a, b) => a - b),
        next: 0,
        events: this.#last,
        shared: this.#lastShared,
      }
    if (this.#placing !== null) this.#placeSome(this.#placing)
  }

  /** Writes the places of some visits, in the order of the table; of each visit all that it has by now. */
  #placeSome(placing: Placing): void {
    const until = this.#unplaced - this.#limits.atOnce
    // Stryker disable next-line EqualityOperator: behind the last visit nobody is held.
    while (this.#unplaced > until && placing.next < placing.visits.length) {
      const visit = placing.visits[placing.next++] ?? 0
      const held = this.#held.get(visit)
      if (held === undefined) continue
      this.#place(visit, held)
      this.#release(visit, held)
    }
    this.#places.flush()
    if (placing.next < placing.visits.length) return
    this.#statement.setPlaced.run(placing.events, placing.shared)
    this.#sharedPlaced = placing.shared
    this.#placing = null
  }

  /** Consecutive shared rows take one place. */
  #place(visit: number, { from, rows }: Held): void {
    for (let at = 0; at < rows.length;) {
      const no = rows[at] ?? 0
      let count = 1
      if (isSharedRow(no)) while (rows[at + count] === no - count) count += 1
      this.#places.add(visit, from + at, no, count)
      at += count
    }
  }

  #release(visit: number, held: Held): void {
    this.#held.delete(visit)
    this.#unplaced -= held.rows.length
  }

  /** After a rollback: reads again what lies in the file. */
  forget(): void {
    this.#new.forget()
    this.#places.forget()
    this.#shared.forget()
    this.#load()
  }

  /** The position of a visit's last event; 0 where it has none, or that one is not what was written. */
  lastOf(visit: number): number {
    const held = this.#held.get(visit)
    if (held !== undefined) return held.from + held.rows.length - 1
    const last = this.#lastPlaced(visit)
    if (last === null) return 0
    const { seq, no } = last
    const body = isSharedRow(no)
      ? this.#shared.bodyOf(-no, [visit, seq])
      : ownBody(visit, seq, this.#statement.row.get(no) as SqlRow | undefined)
    return body === null ? 0 : seq
  }

  /** The last position of a visit that has its place, and its row. */
  #lastPlaced(visit: number): { readonly seq: number; readonly no: number } | null {
    const last = this.#statement.lastPlaced.get(visit) as SqlRow | undefined
    if (last === undefined) return null
    const more = Number(last["count"]) - 1
    return { seq: Number(last["seq"]) + more, no: Number(last["event"]) - more }
  }

  /** The `count` events after a position, or null where not all of them are what was written. */
  read(visit: number, after: number, count: number): ReadonlyArray<StoredBody> | null {
    this.#new.flush()
    const bodies: Array<StoredBody> = []
    for (const body of this.#bodies(visit, after, count)) {
      if (body === null) return null
      bodies.push({ seq: after + bodies.length + 1, body })
    }
    return bodies.length === count ? bodies : null
  }

  /** One for each position after `after`; null where it is not what was written there. */
  *#bodies(visit: number, after: number, count: number): Iterable<string | null> {
    const held = this.#held.get(visit)
    // Stryker disable next-line EqualityOperator,ArithmeticOperator: of those held no place is found.
    if (held === undefined || after + 1 < held.from) yield* this.#placedBodies(visit, after, count)
    if (held === undefined) return
    const first = Math.max(0, after + 1 - held.from)
    // What is asked for may end before those that are held begin.
    const end = Math.max(0, after + count + 1 - held.from)
    for (const [index, no] of held.rows.slice(first, end).entries()) {
      const seq = held.from + first + index
      if (isSharedRow(no)) yield this.#shared.bodyOf(-no, [visit, seq])
      else yield ownBody(visit, seq, this.#statement.row.get(no) as SqlRow | undefined)
    }
  }

  *#placedBodies(visit: number, after: number, count: number): Iterable<string | null> {
    let seq = after
    const asked = { visit, first: after + 1, most: count }
    for (const row of this.#statement.atPlaces.iterate(asked) as Iterable<SqlRow>) {
      const [at, no, length] = [Number(row["at"]), Number(row["event"]), Number(row["count"])]
      while (seq < after + count && seq + 1 < at + length) {
        seq += 1
        if (seq < at) yield null
        else if (isSharedRow(no)) yield this.#shared.bodyOf(seq - at - no, [visit, seq])
        else yield ownBody(visit, seq, row)
      }
    }
  }

  /** Deletes without writing the held places first: a full disk has no room for them. */
  delete(visit: number): void {
    this.#new.flush()
    const held = this.#held.get(visit)
    if (held !== undefined) {
      for (const [index, no] of held.rows.entries())
        if (isSharedRow(no)) this.#removeReceiver(-no, [visit, held.from + index])
        else this.#statement.deleteRow.run(no)
      this.#release(visit, held)
    }
    for (const row of this.#statement.sharedAtPlaces.all(visit) as Array<SqlRow>)
      for (let index = 0; index < Number(row["count"]); index++)
        this.#removeReceiver(index - Number(row["event"]), [visit, Number(row["seq"]) + index])
    this.#statement.deleteAtPlaces.run(visit)
    this.#statement.deletePlaces.run(visit)
  }

  /** Receivers of a row without all its places are read again when the file is opened, so the list is changed. */
  #removeReceiver(no: number, receiver: SharedReceiver): void {
    // Stryker disable next-line EqualityOperator: the list of the last row that has its places is never read.
    this.#shared.removeReceiver(no, receiver, no > this.#sharedPlaced)
  }
}

/** What was written, or null; the checksum knows where. */
const ownBody = (visit: number, seq: number, row: SqlRow | undefined): string | null => {
  if (row === undefined) return null
  const body = String(row["body"])
  return row["crc"] === rowChecksum(place(visit, seq), body) ? body : null
}
