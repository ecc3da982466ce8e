/**
 * The event log's tables, used by the log's own thread (sqlite-worker.ts). Synchronous: whoever calls
 * has nothing else to do. `run` carries out a batch of operations in one transaction; an operation that
 * its visit refuses is answered so and changes nothing, while the rest of the batch goes on.
 *
 * What throws out of `run` means that the batch is not durable and the log is not to be used any more: a
 * failed sync is never tried again.
 */
import type { DatabaseSync, SQLInputValue } from "node:sqlite"
import type { MemberId, VisitId } from "@foldcast/contracts/ids"
import {
  type ConnectionNote,
  UNNOTED_END_MS,
  type VisitHeader,
  type VisitQuery,
  type VisitRecord,
} from "./event-log.ts"
import { type CommitMark, openCommitMark } from "./commit-mark.ts"
import { rowChecksum } from "./row-checksum.ts"
import type {
  Answer,
  Answers,
  Operation,
  SqliteSettings,
  StoredBody,
  WrittenEntry,
  WrittenFact,
} from "./sqlite-protocol.ts"
import { openLogDatabase } from "./sqlite-schema.ts"
import { type Closed, refusesEvents, refusesFacts } from "./visit-rules.ts"

/** After these nothing of what was forgotten lies in the files any more. */
const FORGETS: ReadonlySet<Operation["kind"]> = new Set(["forgetBefore", "forgetMember"])

/** Visits whose standing is held in memory: the live ones of a full gateway and some more. */
const CACHED_VISITS = 20_000

/** A visit's row as far as appending needs it. */
interface VisitRow {
  readonly no: number
  head: number
  n: number
  lastEventAt: number
  member: string | null
  ended: boolean
  damaged: boolean
  /** Changed since its row was last written. */
  dirty: boolean
}

type Row = Readonly<Record<string, string | number | null>>

/** Whether a visit's last stream ended since, or began since and was never said to end. */
const IN_USE = `EXISTS (SELECT 1 FROM connections
  WHERE rowid = (SELECT max(rowid) FROM connections WHERE visit = visits.no)
    AND note ->> '$.at' >= CASE note ->> '$.what' WHEN 'close' THEN ? ELSE ? END)`

const eventPlace = (visit: number, seq: number) => `event ${visit} ${seq}`
const factPlace = (visit: number, n: number) => `fact ${visit} ${n}`
const birthPlace = (visit: string) => `birth ${visit}`

const closed = (visit: VisitId, why: Closed): Answer => ({ closed: visit, why })

export class SqliteStore {
  readonly epoch: string
  readonly #db: DatabaseSync
  readonly #mark: CommitMark
  readonly #visits = new Map<string, VisitRow>()
  readonly #dirty = new Set<VisitRow>()
  readonly #statement: ReturnType<typeof prepare>
  #commits: number

  constructor(settings: SqliteSettings) {
    this.#db = openLogDatabase(settings.file)
    this.#mark = openCommitMark(`${settings.file}.mark`)
    const log = this.#db.prepare("SELECT epoch, commits FROM log").get() as Row | undefined
    this.#commits = Number(log?.["commits"] ?? 0)
    if (log === undefined) {
      this.epoch = settings.freshEpoch
      this.#db.prepare("INSERT INTO log (epoch, commits) VALUES (?, 0)").run(this.epoch)
      this.#mark.set(0)
    } else if (this.#commits < this.#mark.acknowledged) {
      this.epoch = settings.freshEpoch
      this.#beginEpoch()
    } else {
      this.epoch = String(log["epoch"])
    }
    this.#statement = prepare(this.#db)
  }

  /** The log is shorter than what was acknowledged: its visits are closed and positions begin anew. */
  #beginEpoch(): void {
    this.#db.exec("BEGIN IMMEDIATE")
    this.#db.exec("UPDATE visits SET damaged = 1 WHERE ended = 0")
    this.#db
      .prepare("UPDATE log SET epoch = ?, commits = ?")
      .run(this.epoch, this.#mark.acknowledged)
    this.#db.exec("COMMIT")
    this.#commits = this.#mark.acknowledged
  }

  run(operations: ReadonlyArray<Operation>): ReadonlyArray<Answer> {
    // Between batches every row is written, so forgetting them is safe.
    if (this.#visits.size > CACHED_VISITS) this.#visits.clear()
    if (!operations.some(writes)) return operations.map((operation) => this.#carryOut(operation))
    this.#db.exec("BEGIN IMMEDIATE")
    const answers = operations.map((operation) => this.#carryOut(operation))
    this.#writeDirty()
    this.#statement.commits.run(++this.#commits)
    this.#db.exec("COMMIT")
    this.#mark.set(this.#commits)
    // The write-ahead log still holds the pages of before.
    if (operations.some(({ kind }) => FORGETS.has(kind))) this.#truncateWal()
    return answers
  }

  #truncateWal(): void {
    this.#db.exec("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  close(): void {
    this.#truncateWal()
    this.#db.close()
    this.#mark.close()
  }

  #carryOut(operation: Operation): Answer {
    switch (operation.kind) {
      case "begin":
        return this.#begin(operation.birth, operation.entry)
      case "append":
        return this.#append(operation.entries)
      case "storeFacts":
        return this.#storeFacts(operation.visit, operation.facts, operation.terms)
      case "noteConnection":
        return this.#noteConnection(operation.visit, operation.note)
      case "noteTerm":
        return this.#noteTerm(operation.visit, operation.term)
      case "forgetBefore":
        return this.#forgetBefore(operation.before, operation.max)
      case "forgetMember":
        return this.#forgetMember(operation.member, operation.max)
      case "read":
        return this.#read(operation.visit, operation.after, operation.limit)
      case "readFacts":
        return this.#readFacts(operation.visit, operation.after, operation.limit)
      case "readConnections":
        return this.#readConnections(operation.visit)
      case "find":
        return { done: this.#find(operation.visit) }
      case "list":
        return { done: this.#list(operation.query) }
    }
  }

  #begin(birth: VisitHeader, entry: WrittenEntry): Answer {
    if (this.#visit(birth.visit) !== undefined) return closed(birth.visit, "ended")
    const text = JSON.stringify(birth)
    const { lastInsertRowid } = this.#statement.insertVisit.run(
      birth.visit,
      this.epoch,
      text,
      rowChecksum(birthPlace(birth.visit), text),
      birth.tab,
      birth.owner,
      birth.member,
      birth.at,
      birth.at,
    )
    const row: VisitRow = {
      no: Number(lastInsertRowid),
      head: 0,
      n: 0,
      lastEventAt: birth.at,
      member: birth.member,
      ended: false,
      damaged: false,
      dirty: false,
    }
    this.#visits.set(birth.visit, row)
    return { done: this.#push(row, entry) }
  }

  #append(entries: ReadonlyArray<WrittenEntry>): Answer {
    return {
      done: entries.map((entry) => {
        const row = this.#visit(entry.visit)
        const why = refusesEvents(row, entry.bodies.length, entry.ends)
        return row === undefined || why !== null ? (why ?? "unknown") : this.#push(row, entry)
      }),
    }
  }

  #push(row: VisitRow, entry: WrittenEntry): number {
    const from = row.head + 1
    for (const body of entry.bodies) {
      const seq = ++row.head
      this.#statement.insertEvent.run(row.no, seq, rowChecksum(eventPlace(row.no, seq), body), body)
    }
    this.#insertTerms(row, entry.terms)
    if (entry.lastEventAt !== null) row.lastEventAt = entry.lastEventAt
    if (entry.member !== undefined && entry.member !== row.member) {
      row.member = entry.member
      this.#statement.updateMember.run(row.member, row.no)
    }
    if (entry.ends) row.ended = true
    this.#touch(row)
    return from
  }

  #storeFacts(
    visit: VisitId,
    facts: ReadonlyArray<WrittenFact>,
    terms: ReadonlyArray<string>,
  ): Answer {
    const row = this.#visit(visit)
    const highest = facts.reduce((n, fact) => Math.max(n, fact.n), 0)
    const why = refusesFacts(row, highest)
    if (why !== null || row === undefined) return closed(visit, why ?? "unknown")
    for (const fact of facts)
      this.#statement.insertFact.run(
        row.no,
        fact.n,
        rowChecksum(factPlace(row.no, fact.n), fact.body),
        fact.body,
      )
    this.#insertTerms(row, terms)
    if (highest > row.n) {
      row.n = highest
      this.#touch(row)
    }
    return { done: row.n }
  }

  #noteConnection(visit: VisitId, note: ConnectionNote): Answer {
    const row = this.#visit(visit)
    if (row !== undefined) this.#statement.insertConnection.run(row.no, JSON.stringify(note))
    return { done: null }
  }

  #noteTerm(visit: VisitId, term: string): Answer {
    const row = this.#visit(visit)
    if (row !== undefined) this.#insertTerms(row, [term])
    return { done: null }
  }

  #insertTerms(row: VisitRow, terms: ReadonlyArray<string>): void {
    for (const term of terms) this.#statement.insertTerm.run(term, row.no)
  }

  #forgetBefore(before: number, max: number): Answer {
    this.#writeDirty()
    return { done: this.#forget(this.#statement.visitsBefore.all(before, max) as Array<Row>) }
  }

  #forgetMember(member: MemberId, max: number): Answer {
    this.#writeDirty()
    return { done: this.#forget(this.#statement.visitsOfMember.all(member, max) as Array<Row>) }
  }

  #forget(doomed: ReadonlyArray<Row>): number {
    for (const row of doomed) {
      const no = Number(row["no"])
      const visit = String(row["visit"])
      this.#statement.deleteEvents.run(no)
      this.#statement.deleteFacts.run(no)
      this.#statement.deleteConnections.run(no)
      this.#statement.deleteTerms.run(no)
      this.#statement.deleteVisit.run(no)
      this.#visits.delete(visit)
    }
    return doomed.length
  }

  #read(visit: VisitId, after: number, limit: number): Answer {
    const row = this.#visit(visit)
    if (row === undefined) return { done: [] }
    if (row.damaged) return closed(visit, "damaged")
    const due = Math.max(0, Math.min(limit, row.head - after))
    const bodies: Array<StoredBody> = []
    for (const stored of this.#statement.events.iterate(row.no, after, due) as Iterable<Row>) {
      const seq = Number(stored["seq"])
      const body = String(stored["body"])
      if (
        seq !== after + bodies.length + 1 ||
        stored["crc"] !== rowChecksum(eventPlace(row.no, seq), body)
      )
        return this.#damaged(visit, row)
      bodies.push({ seq, body })
    }
    return bodies.length === due ? { done: bodies } : this.#damaged(visit, row)
  }

  #readFacts(visit: VisitId, after: number, limit: number): Answer {
    const row = this.#visit(visit)
    if (row === undefined) return { done: [] }
    if (row.damaged) return closed(visit, "damaged")
    const facts: Array<string> = []
    for (const stored of this.#statement.facts.iterate(row.no, after, limit) as Iterable<Row>) {
      const body = String(stored["body"])
      if (stored["crc"] !== rowChecksum(factPlace(row.no, Number(stored["n"])), body))
        return this.#damaged(visit, row)
      facts.push(body)
    }
    return { done: facts }
  }

  #readConnections(visit: VisitId): Answer {
    const row = this.#visit(visit)
    if (row === undefined) return { done: [] }
    const rows = this.#statement.connections.all(row.no) as Array<Row>
    return { done: rows.map((stored) => JSON.parse(String(stored["note"])) as ConnectionNote) }
  }

  #find(visit: VisitId): Answers["find"] {
    this.#writeDirty()
    const row = this.#statement.visit.get(visit) as Row | undefined
    return row === undefined ? null : recordOf(row)
  }

  #list(query: VisitQuery): ReadonlyArray<VisitRecord> {
    this.#writeDirty()
    const conditions: Array<string> = []
    const values: Array<SQLInputValue> = []
    const where = (condition: string, value: SQLInputValue | undefined) => {
      if (value === undefined) return
      conditions.push(condition)
      values.push(value)
    }
    where("member = ?", query.member)
    where("owner = ?", query.owner)
    where("tab = ?", query.tab)
    for (const group of query.terms ?? []) {
      const places = group.map(() => "?").join(", ")
      conditions.push(`no IN (SELECT visit FROM terms WHERE term IN (${places}))`)
      values.push(...group)
    }
    where("last_event_at >= ?", query.from)
    where("at <= ?", query.to)
    if (query.usedSince !== undefined) {
      conditions.push(`(last_event_at >= ? OR ${IN_USE})`)
      values.push(query.usedSince, query.usedSince, query.usedSince - UNNOTED_END_MS)
    }
    if (query.onlyLive === true) conditions.push("ended = 0 AND damaged = 0")
    const filter = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`
    const rows = this.#db
      .prepare(`SELECT * FROM visits ${filter} ORDER BY last_event_at DESC, no DESC LIMIT ?`)
      .all(...values, query.limit) as Array<Row>
    return rows.flatMap((row) => recordOf(row) ?? [])
  }

  /** A visit's standing from memory or its row, whose head must agree with the events stored. */
  #visit(visit: string): VisitRow | undefined {
    const known = this.#visits.get(visit)
    if (known !== undefined) return known
    const stored = this.#statement.visit.get(visit) as Row | undefined
    if (stored === undefined) return undefined
    const no = Number(stored["no"])
    const last = this.#statement.lastEvent.get(no) as Row | undefined
    const row: VisitRow = {
      no,
      head: Number(stored["head"]),
      n: Number(stored["n"]),
      lastEventAt: Number(stored["last_event_at"]),
      member: stored["member"] as string | null,
      ended: stored["ended"] !== 0,
      damaged: stored["damaged"] !== 0 || recordOf(stored) === null,
      dirty: false,
    }
    if (Number(last?.["seq"] ?? 0) !== row.head) row.damaged = true
    this.#visits.set(visit, row)
    return row
  }

  #touch(row: VisitRow): void {
    if (row.dirty) return
    row.dirty = true
    this.#dirty.add(row)
  }

  #damaged(visit: VisitId, row: VisitRow): Answer {
    row.damaged = true
    this.#statement.markDamaged.run(row.no)
    return closed(visit, "damaged")
  }

  /** A visit's row is written once a batch, however many of its operations are in it. */
  #writeDirty(): void {
    for (const row of this.#dirty) {
      row.dirty = false
      this.#statement.updateVisit.run(row.head, row.n, row.lastEventAt, row.ended ? 1 : 0, row.no)
    }
    this.#dirty.clear()
  }
}

const WRITES: Readonly<Record<Operation["kind"], boolean>> = {
  begin: true,
  append: true,
  storeFacts: true,
  noteConnection: true,
  noteTerm: true,
  forgetBefore: true,
  forgetMember: true,
  read: false,
  readFacts: false,
  readConnections: false,
  find: false,
  list: false,
}
const writes = (operation: Operation): boolean => WRITES[operation.kind]

/** What visitCreator did not say before they said it; nothing depends on it for visits as old as that. */
const EARLIER_BIRTH = { noNude: false, tracking: {} } as const

/** A stored visit, or null where its birth is not what was written. */
const recordOf = (row: Row): VisitRecord | null => {
  const text = String(row["birth"])
  if (row["crc"] !== rowChecksum(birthPlace(String(row["visit"])), text)) return null
  return {
    ...EARLIER_BIRTH,
    ...(JSON.parse(text) as VisitHeader),
    epoch: row["epoch"] as VisitRecord["epoch"],
    member: row["member"] as MemberId | null,
    head: Number(row["head"]),
    n: Number(row["n"]),
    lastEventAt: Number(row["last_event_at"]),
    ended: row["ended"] !== 0 || row["damaged"] !== 0,
  }
}

const prepare = (db: DatabaseSync) => ({
  insertVisit: db.prepare(
    `INSERT INTO visits (visit, epoch, birth, crc, tab, owner, member, at, head, n, last_event_at,
       ended, damaged) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?, 0, 0)`,
  ),
  insertEvent: db.prepare("INSERT INTO events (visit, seq, crc, body) VALUES (?, ?, ?, ?)"),
  insertFact: db.prepare(
    "INSERT INTO facts (visit, n, crc, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
  ),
  insertConnection: db.prepare("INSERT INTO connections (visit, note) VALUES (?, ?)"),
  insertTerm: db.prepare("INSERT INTO terms (term, visit) VALUES (?, ?) ON CONFLICT DO NOTHING"),
  // No column of an index stands here: an index is rewritten even where its column stays the same.
  updateVisit: db.prepare(
    "UPDATE visits SET head = ?, n = ?, last_event_at = ?, ended = ? WHERE no = ?",
  ),
  updateMember: db.prepare("UPDATE visits SET member = ? WHERE no = ?"),
  markDamaged: db.prepare("UPDATE visits SET damaged = 1 WHERE no = ?"),
  commits: db.prepare("UPDATE log SET commits = ?"),
  visit: db.prepare("SELECT * FROM visits WHERE visit = ?"),
  lastEvent: db.prepare("SELECT max(seq) AS seq FROM events WHERE visit = ?"),
  events: db.prepare(
    "SELECT seq, crc, body FROM events WHERE visit = ? AND seq > ? ORDER BY seq LIMIT ?",
  ),
  facts: db.prepare("SELECT n, crc, body FROM facts WHERE visit = ? AND n > ? ORDER BY n LIMIT ?"),
  connections: db.prepare("SELECT note FROM connections WHERE visit = ? ORDER BY rowid"),
  visitsBefore: db.prepare("SELECT no, visit FROM visits WHERE last_event_at < ? LIMIT ?"),
  visitsOfMember: db.prepare("SELECT no, visit FROM visits WHERE member = ? LIMIT ?"),
  deleteEvents: db.prepare("DELETE FROM events WHERE visit = ?"),
  deleteFacts: db.prepare("DELETE FROM facts WHERE visit = ?"),
  deleteConnections: db.prepare("DELETE FROM connections WHERE visit = ?"),
  deleteTerms: db.prepare("DELETE FROM terms WHERE visit = ?"),
  deleteVisit: db.prepare("DELETE FROM visits WHERE no = ?"),
})
