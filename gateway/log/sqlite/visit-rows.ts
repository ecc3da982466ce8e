/**
 * The visits' rows, and the part of them that every append changes, in a table of its own (`standings`). That part is
 * cached in memory and written once a batch, however many of the batch's operations change it.
 *
 * Invariant: between batches every row is written.
 */
import type { DatabaseSync } from "node:sqlite"
import type { MemberId } from "@foldcast/contracts/ids"
import { RowBatches } from "./row-batches.ts"
import { rowChecksum } from "./row-checksum.ts"
import type { EventRows } from "./event-rows.ts"
import type { SqlRow } from "./log-file.ts"
import type { VisitHeader, VisitRecord } from "../visit-header.ts"
import { minuteOf, spanOf } from "../visit-life.ts"

/** Visits cached in memory: the live ones of a full gateway and some more. */
const CACHED_VISITS = 20_000

/**
 * A visit's row as far as appending needs it; a change of `head`, `n`, `lastEventAt` or `ended` is followed by
 * `touch`.
 */
export interface VisitRow {
  readonly no: number
  readonly at: number
  head: number
  n: number
  lastEventAt: number
  member: string | null
  ended: boolean
  damaged: boolean
  /** As they are stored (visit-life.ts). */
  lastMinute: number
  span: number
}

const headerPlace = (visit: string) => `birth ${visit}`

/** Fields that headers of older builds lack; visits that old depend on none of them. */
const EARLIER_HEADER = { noNude: false, tracking: {} } as const

/** A stored visit, or null where its header is not what was written. */
export const recordIn = (row: SqlRow): VisitRecord | null => {
  const text = String(row["birth"])
  if (row["crc"] !== rowChecksum(headerPlace(String(row["visit"])), text)) return null
  return {
    ...EARLIER_HEADER,
    ...(JSON.parse(text) as Omit<VisitHeader, "epoch">),
    epoch: row["epoch"] as VisitRecord["epoch"],
    member: row["member"] as MemberId | null,
    head: Number(row["head"]),
    n: Number(row["n"]),
    lastEventAt: Number(row["last_event_at"]),
    ended: row["ended"] !== 0 || row["damaged"] !== 0,
  }
}

const prepare = (db: DatabaseSync) => ({
  insert: db.prepare(
    `INSERT INTO visits (visit, epoch, birth, crc, tab, owner, member, at, damaged, last_minute)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?)`,
  ),
  insertStatus: db.prepare(
    "INSERT INTO standings (no, head, n, last_event_at, ended) VALUES (?, 0, 0, ?, 0)",
  ),
  updateLife: db.prepare("UPDATE visits SET last_minute = ?, span = ? WHERE no = ?"),
  updateStream: db.prepare("UPDATE visits SET stream_until = ? WHERE no = ?"),
  updateMember: db.prepare("UPDATE visits SET member = ? WHERE no = ?"),
  markDamaged: db.prepare("UPDATE visits SET damaged = 1 WHERE no = ?"),
  byId: db.prepare("SELECT * FROM records WHERE visit = ?"),
  delete: db.prepare("DELETE FROM visits WHERE no = ?"),
  deleteStatus: db.prepare("DELETE FROM standings WHERE no = ?"),
})

export class VisitRows {
  readonly #known = new Map<string, VisitRow>()
  readonly #dirty = new Set<VisitRow>()
  readonly #statement: ReturnType<typeof prepare>
  readonly #standings: RowBatches
  readonly #events: Pick<EventRows, "lastOf">

  constructor(db: DatabaseSync, events: Pick<EventRows, "lastOf">) {
    this.#events = events
    this.#statement = prepare(db)
    this.#standings = new RowBatches(
      db,
      "standings",
      ["no", "head", "n", "last_event_at", "ended"],
      `ON CONFLICT (no) DO UPDATE SET head = excluded.head, n = excluded.n,
         last_event_at = excluded.last_event_at, ended = excluded.ended`,
    )
  }

  insert({ epoch, ...header }: VisitHeader): VisitRow {
    const { visit, tab, owner, member, at } = header
    const text = JSON.stringify(header)
    const crc = rowChecksum(headerPlace(visit), text)
    const lastMinute = minuteOf(at)
    const { lastInsertRowid } = this.#statement.insert.run(
      visit,
      epoch,
      text,
      crc,
      tab,
      owner,
      member,
      at,
      lastMinute,
    )
    this.#statement.insertStatus.run(lastInsertRowid, at)
    const row: VisitRow = {
      no: Number(lastInsertRowid),
      at,
      head: 0,
      n: 0,
      lastEventAt: at,
      member,
      ended: false,
      damaged: false,
      lastMinute,
      span: 0,
    }
    this.#known.set(visit, row)
    return row
  }

  /** From the cache or the file; a head that disagrees with the events stored is damage. */
  get(visit: string): VisitRow | undefined {
    const known = this.#known.get(visit)
    if (known !== undefined) return known
    const stored = this.#statement.byId.get(visit) as SqlRow | undefined
    if (stored === undefined) return undefined
    const no = Number(stored["no"])
    const row: VisitRow = {
      no,
      at: Number(stored["at"]),
      head: Number(stored["head"]),
      n: Number(stored["n"]),
      lastEventAt: Number(stored["last_event_at"]),
      member: stored["member"] as string | null,
      ended: stored["ended"] !== 0,
      damaged: stored["damaged"] !== 0 || recordIn(stored) === null,
      lastMinute: Number(stored["last_minute"]),
      span: Number(stored["span"]),
    }
    if (this.#events.lastOf(no) !== row.head) row.damaged = true
    this.#known.set(visit, row)
    return row
  }

  /** The row as it is stored, without what this batch has changed and not yet written. */
  record(visit: string): VisitRecord | null {
    const stored = this.#statement.byId.get(visit) as SqlRow | undefined
    return stored === undefined ? null : recordIn(stored)
  }

  touch(row: VisitRow): void {
    this.#dirty.add(row)
  }

  setMember(row: VisitRow, member: string | null): void {
    if (member === row.member) return
    row.member = member
    this.#statement.updateMember.run(member, row.no)
  }

  /** Until when its last stream counts as open, in gateway milliseconds. */
  setStreamUntil(row: VisitRow, until: number): void {
    this.#statement.updateStream.run(until, row.no)
  }

  markDamaged(row: VisitRow): void {
    row.damaged = true
    this.#statement.markDamaged.run(row.no)
  }

  delete(visit: string, no: number): void {
    this.#statement.delete.run(no)
    this.#statement.deleteStatus.run(no)
    this.#known.delete(visit)
  }

  writeTouched(): void {
    for (const row of this.#dirty) {
      this.#standings.add(row.no, row.head, row.n, row.lastEventAt, row.ended ? 1 : 0)
      this.#writeLife(row)
    }
    this.#standings.flush()
    this.#dirty.clear()
  }

  #writeLife(row: VisitRow): void {
    const lastMinute = minuteOf(row.lastEventAt)
    const span = spanOf(row.at, row.lastEventAt)
    if (lastMinute === row.lastMinute && span === row.span) return
    row.lastMinute = lastMinute
    row.span = span
    this.#statement.updateLife.run(lastMinute, span, row.no)
  }

  /** After a rollback: the cache is not what lies in the file. */
  forget(): void {
    this.#known.clear()
    this.#dirty.clear()
    this.#standings.forget()
  }

  /** Empties a cache that is too large. Between batches alone, where nothing unwritten is in it. */
  boundMemory(): void {
    // Stryker disable next-line EqualityOperator: what is not held is read again.
    if (this.#known.size > CACHED_VISITS) this.#known.clear()
  }
}
