/**
 * Events that many visits were told at once, each stored once: one row with its body and the list of those who
 * have it, each with the position it has there. A place (event-rows.ts) refers to such a row by its number,
 * negated.
 *
 * Invariants: a row stands for as long as one of its visits does; the list names no visit that was forgotten before
 * all places of the row were written, for the list is read again until then and the number may be another visit's
 * one day.
 */
import type { DatabaseSync } from "node:sqlite"
import { rowChecksum } from "./row-checksum.ts"
import type { SqlRow } from "./log-file.ts"

/** Fewer visits than these have each its own row of what they are told together: it takes no more. */
export const MIN_RECEIVERS = 8

/** A visit's number, and the position of the event there. */
export type SharedReceiver = readonly [visit: number, seq: number]

/**
 * Characters of cached rows, whose checksums were right: the visits of a room reconnect together and read the same.
 * A fact for a thousand visits takes some 12,000.
 */
const MAX_CACHED_LENGTH = 16_000_000

interface SharedRow {
  readonly body: string
  readonly receivers: string
}

const NOBODY: SharedReceiver = [0, 0]

const prepare = (db: DatabaseSync) => ({
  insert: db.prepare(
    "INSERT INTO shared (no, crc, body, receivers, standing) VALUES (?, ?, ?, ?, ?)",
  ),
  row: db.prepare("SELECT crc, body, receivers FROM shared WHERE no = ?"),
  last: db.prepare("SELECT max(no) AS last FROM shared"),
  after: db.prepare("SELECT no, crc, body, receivers FROM shared WHERE no > ? ORDER BY no"),
  setReceivers: db.prepare("UPDATE shared SET crc = ?, receivers = ? WHERE no = ?"),
  leave: db.prepare("UPDATE shared SET standing = standing - 1 WHERE no = ?"),
  delete: db.prepare("DELETE FROM shared WHERE no = ? AND standing <= 0"),
})

const place = (no: number, receivers: string) => `shared ${no} ${receivers}`

export class SharedRows {
  readonly #statement: ReturnType<typeof prepare>
  readonly #cached = new Map<number, SharedRow>()
  readonly #maxCachedLength: number
  #cachedLength = 0

  constructor(db: DatabaseSync, maxCachedLength = MAX_CACHED_LENGTH) {
    this.#statement = prepare(db)
    this.#maxCachedLength = maxCachedLength
  }

  /** Numbers of the cached rows, the oldest first. @internal */
  get cached(): ReadonlyArray<number> {
    return [...this.#cached.keys()]
  }

  /** The number of the last row; 0 where there is none. */
  last(): number {
    return Number((this.#statement.last.get() as SqlRow)["last"])
  }

  insert(no: number, body: string, receivers: ReadonlyArray<SharedReceiver>): void {
    const list = JSON.stringify(receivers)
    this.#statement.insert.run(no, rowChecksum(place(no, list), body), body, list, receivers.length)
  }

  /** Who has the rows after a number; a row that is not what was written is nobody's. */
  *receiversAfter(after: number): Iterable<readonly [no: number, receiver: SharedReceiver]> {
    for (const stored of this.#statement.after.iterate(after) as Iterable<SqlRow>) {
      const no = Number(stored["no"])
      const row = intact(no, stored)
      if (row === null) continue
      for (const receiver of JSON.parse(row.receivers) as ReadonlyArray<SharedReceiver>)
        if (receiver[0] !== NOBODY[0]) yield [no, receiver]
    }
  }

  /** What the visit has at this position; null where the row is not what was written, or not this visit's. */
  bodyOf(no: number, receiver: SharedReceiver): string | null {
    const row = this.#cached.get(no) ?? this.#read(no)
    if (row === null || !row.receivers.includes(JSON.stringify(receiver))) return null
    return row.body
  }

  /** One visit fewer has the row; without any it is deleted. `unplaced`: the visit's place is not written yet. */
  removeReceiver(no: number, receiver: SharedReceiver, unplaced: boolean): void {
    this.#evict(no)
    if (unplaced) this.#strike(no, receiver)
    this.#statement.leave.run(no)
    this.#statement.delete.run(no)
  }

  forget(): void {
    this.#cached.clear()
    this.#cachedLength = 0
  }

  #strike(no: number, receiver: SharedReceiver): void {
    const row = this.#read(no)
    if (row === null) return
    const list = row.receivers.replace(JSON.stringify(receiver), JSON.stringify(NOBODY))
    this.#statement.setReceivers.run(rowChecksum(place(no, list), row.body), list, no)
    this.#evict(no)
  }

  #read(no: number): SharedRow | null {
    const stored = this.#statement.row.get(no) as SqlRow | undefined
    if (stored === undefined) return null
    const row = intact(no, stored)
    if (row === null) return null
    this.#cached.set(no, row)
    this.#cachedLength += lengthOf(row)
    for (const oldest of this.#cached.keys()) {
      if (this.#cachedLength <= this.#maxCachedLength) break
      this.#evict(oldest)
    }
    return row
  }

  #evict(no: number): void {
    const row = this.#cached.get(no)
    if (row === undefined) return
    this.#cached.delete(no)
    this.#cachedLength -= lengthOf(row)
  }
}

const lengthOf = ({ body, receivers }: SharedRow): number => body.length + receivers.length

/** What was written, or null. */
const intact = (no: number, stored: SqlRow): SharedRow | null => {
  const row = { body: String(stored["body"]), receivers: String(stored["receivers"]) }
  return stored["crc"] === rowChecksum(place(no, row.receivers), row.body) ? row : null
}
