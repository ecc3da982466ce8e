/**
 * What the log's own thread (sqlite-worker.ts) does with each operation. Synchronous: whoever calls
 * has nothing else to do. `run` carries out a batch of operations in one transaction; an operation that
 * its visit refuses is answered so and changes nothing, while the rest of the batch goes on.
 *
 * What throws out of `run` means that the batch is not durable and the log is not to be used any more: a
 * failed sync is never tried again. A disk without room does not throw: SQLite takes the batch back, and
 * its operations are answered so.
 */
import type { DatabaseSync } from "node:sqlite"
import type { MemberId, VisitId } from "@foldcast/contracts/ids"
import type { ConnectionNote, VisitHeader, VisitQuery, VisitRecord } from "./event-log.ts"
import { errorSentence } from "../error-sentence.ts"
import { VisitEntries } from "./sqlite-entries.ts"
import { SealedBodies } from "./sealed-bodies.ts"
import { EventRows } from "./sqlite-events.ts"
import { isFull, LogFile, type Row } from "./sqlite-file.ts"
import type {
  Answer,
  Operation,
  SqliteSettings,
  StoredBody,
  WrittenEntry,
  WrittenFact,
} from "./sqlite-protocol.ts"
import { searchVisits } from "./sqlite-search.ts"
import { type VisitRow, VisitRows } from "./sqlite-visits.ts"
import { minuteOf, UNNOTED_END_MS } from "./visit-life.ts"
import { type Closed, refusesEvents, refusesFacts } from "./visit-rules.ts"

/** After these nothing of what was forgotten lies in the files any more. */
const FORGETS: ReadonlySet<Operation["kind"]> = new Set([
  "forgetBefore",
  "forgetMember",
  "eraseWriters",
])

/** What needs no transaction; whatever stands beside another kind has one with it. */
const READS: ReadonlySet<Operation["kind"]> = new Set([
  "read",
  "readFacts",
  "readConnections",
  "reusableBytes",
  "members",
  "find",
  "list",
])

/** Fewer visits than these have each its own row of what they are told together: it takes no more. */
export const FEWEST_RECEIVERS = 8

/** Neighbours that are told the same, by one list of bodies; a visit that is there twice begins a new run. */
const runsOfOneText = (
  entries: ReadonlyArray<WrittenEntry>,
): ReadonlyArray<ReadonlyArray<WrittenEntry>> => {
  // Stryker disable next-line EqualityOperator: two are too few to share a row, in one run or in two.
  if (entries.length < 2) return [entries]
  const runs: Array<Array<WrittenEntry>> = []
  let run: Array<WrittenEntry> = []
  let visits = new Set<VisitId>()
  let bodies: WrittenEntry["bodies"] | null = null
  for (const entry of entries) {
    if (entry.bodies !== bodies || visits.has(entry.visit)) {
      run = []
      runs.push(run)
      visits = new Set()
      bodies = entry.bodies
    }
    run.push(entry)
    visits.add(entry.visit)
  }
  return runs
}

const closed = (visit: VisitId, why: Closed): Answer => ({ closed: visit, why })

const prepare = (db: DatabaseSync) => ({
  visitsBefore: db.prepare(
    `SELECT no, visit FROM records WHERE last_minute <= ? AND last_event_at < ?
     ORDER BY last_minute LIMIT ?`,
  ),
  members: db.prepare(
    "SELECT DISTINCT member FROM visits WHERE member > ? ORDER BY member LIMIT ?",
  ),
  visitsOfMember: db.prepare("SELECT no, visit FROM visits WHERE member = ? LIMIT ?"),
})

export class SqliteStore {
  readonly #file: LogFile
  readonly #visits: VisitRows
  readonly #events: EventRows
  readonly #entries: VisitEntries
  readonly #sealed: SealedBodies
  readonly #statement: ReturnType<typeof prepare>

  constructor(settings: SqliteSettings) {
    this.#file = new LogFile(settings)
    const { db } = this.#file
    this.#events = new EventRows(db, settings.placing)
    this.#visits = new VisitRows(db, this.#events)
    this.#entries = new VisitEntries(db)
    this.#sealed = new SealedBodies(db)
    this.#statement = prepare(db)
  }

  get epoch(): string {
    return this.#file.epoch
  }

  run(operations: ReadonlyArray<Operation>): ReadonlyArray<Answer> {
    this.#visits.boundMemory()
    const carryOut = () => operations.map((operation) => this.#carryOut(operation))
    if (operations.every(({ kind }) => READS.has(kind))) return carryOut()
    let answers: ReadonlyArray<Answer>
    try {
      answers = this.#file.commit(() => {
        const carriedOut = carryOut()
        this.#events.flush()
        this.#visits.writeTouched()
        return carriedOut
      })
    } catch (error) {
      if (!isFull(error)) throw error
      this.#visits.forget()
      this.#events.forget()
      this.#sealed.forget()
      return operations.map(() => ({ full: errorSentence(error) }))
    }
    if (operations.some(({ kind }) => FORGETS.has(kind))) this.#file.truncateWal()
    return answers
  }

  close(): void {
    this.#file.close()
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
        return this.#forget(this.#statement.visitsBefore, [
          minuteOf(operation.before),
          operation.before,
          operation.max,
        ])
      case "forgetMember":
        return this.#forget(this.#statement.visitsOfMember, [operation.member, operation.max])
      case "eraseWriters":
        return { done: this.#sealed.erase(operation.writers) }
      case "read":
        return this.#read(operation.visit, operation.after, operation.limit)
      case "readFacts":
        return this.#readFacts(operation.visit, operation.after, operation.limit)
      case "readConnections":
        return this.#readConnections(operation.visit)
      case "reusableBytes":
        return { done: this.#file.reusableBytes() }
      case "members":
        return { done: this.#members(operation.after, operation.limit) }
      case "find":
        return { done: this.#find(operation.visit) }
      case "list":
        return { done: this.#list(operation.query) }
    }
  }

  #begin(birth: VisitHeader, entry: WrittenEntry): Answer {
    if (this.#visits.get(birth.visit) !== undefined) return closed(birth.visit, "ended")
    return { done: this.#push(this.#visits.insert(birth, this.epoch), entry) }
  }

  #append(entries: ReadonlyArray<WrittenEntry>): Answer {
    const outcomes: Array<number | Closed> = []
    for (const run of runsOfOneText(entries)) {
      const accepted: Array<readonly [VisitRow, WrittenEntry]> = []
      const isShared = run.length >= FEWEST_RECEIVERS
      for (const entry of run) {
        const row = this.#visits.get(entry.visit)
        const why = refusesEvents(row, entry.bodies.length, entry.ends)
        if (row === undefined || why !== null) outcomes.push(why ?? "unknown")
        else if (isShared) {
          accepted.push([row, entry])
          outcomes.push(row.head + 1)
        } else outcomes.push(this.#push(row, entry))
      }
      if (isShared) this.#pushShared(accepted)
    }
    return { done: outcomes }
  }

  #pushShared(accepted: ReadonlyArray<readonly [VisitRow, WrittenEntry]>): void {
    const bodies = accepted[0]?.[1].bodies ?? []
    for (const [index, body] of bodies.entries())
      this.#events.insertShared(
        accepted.map(([row]) => [row.no, row.head + 1 + index]),
        this.#sealed.sealed(body),
      )
    for (const [row, entry] of accepted) {
      row.head += bodies.length
      this.#settle(row, entry)
    }
  }

  #push(row: VisitRow, entry: WrittenEntry): number {
    const from = row.head + 1
    for (const body of entry.bodies)
      this.#events.insert(row.no, ++row.head, this.#sealed.sealed(body))
    this.#settle(row, entry)
    return from
  }

  /** What an entry changes beside the events. */
  #settle(row: VisitRow, entry: WrittenEntry): void {
    this.#entries.insertTerms(row.no, entry.terms)
    if (entry.lastEventAt !== null) row.lastEventAt = entry.lastEventAt
    if (entry.member !== undefined) this.#visits.setMember(row, entry.member)
    if (entry.ends) row.ended = true
    this.#visits.touch(row)
  }

  #storeFacts(
    visit: VisitId,
    facts: ReadonlyArray<WrittenFact>,
    terms: ReadonlyArray<string>,
  ): Answer {
    const row = this.#visits.get(visit)
    const highest = facts.reduce((n, fact) => Math.max(n, fact.n), 0)
    const why = refusesFacts(row, highest)
    if (why !== null || row === undefined) return closed(visit, why ?? "unknown")
    for (const fact of facts) this.#entries.insertFact(row.no, fact)
    this.#entries.insertTerms(row.no, terms)
    // Stryker disable next-line EqualityOperator: what is known already is written once more, to no effect.
    if (highest > row.n) {
      row.n = highest
      this.#visits.touch(row)
    }
    return { done: row.n }
  }

  #noteConnection(visit: VisitId, note: ConnectionNote): Answer {
    const row = this.#visits.get(visit)
    if (row !== undefined) {
      this.#entries.insertConnection(row.no, note)
      this.#visits.setStreamUntil(row, note.at + (note.what === "close" ? 0 : UNNOTED_END_MS))
    }
    return { done: null }
  }

  #noteTerm(visit: VisitId, term: string): Answer {
    const row = this.#visits.get(visit)
    if (row !== undefined) this.#entries.insertTerms(row.no, [term])
    return { done: null }
  }

  #forget(
    doomed: ReturnType<typeof prepare>["visitsBefore"],
    values: ReadonlyArray<number | string>,
  ): Answer {
    this.#visits.writeTouched()
    const rows = doomed.all(...values) as Array<Row>
    for (const row of rows) {
      const no = Number(row["no"])
      this.#events.delete(no)
      this.#entries.delete(no)
      this.#visits.delete(String(row["visit"]), no)
    }
    return { done: rows.length }
  }

  #read(visit: VisitId, after: number, limit: number): Answer {
    const row = this.#visits.get(visit)
    if (row === undefined) return { done: [] }
    if (row.damaged) return closed(visit, "damaged")
    const count = Math.max(0, Math.min(limit, row.head - after))
    const bodies: Array<StoredBody> = []
    for (const { seq, body: stored } of this.#events.read(row.no, after, count) ?? []) {
      const body = this.#sealed.opened(stored)
      if (body === null) break
      bodies.push({ seq, body })
    }
    return bodies.length < count ? this.#damaged(visit, row) : { done: bodies }
  }

  #readFacts(visit: VisitId, after: number, limit: number): Answer {
    const row = this.#visits.get(visit)
    if (row === undefined) return { done: [] }
    if (row.damaged) return closed(visit, "damaged")
    const facts = this.#entries.facts(row.no, after, limit)
    return facts === null ? this.#damaged(visit, row) : { done: facts }
  }

  #damaged(visit: VisitId, row: VisitRow): Answer {
    this.#visits.markDamaged(row)
    return closed(visit, "damaged")
  }

  #readConnections(visit: VisitId): Answer {
    const row = this.#visits.get(visit)
    return { done: row === undefined ? [] : this.#entries.connections(row.no) }
  }

  #members(after: MemberId | null, limit: number): ReadonlyArray<MemberId> {
    const rows = this.#statement.members.all(after ?? "", limit) as Array<Row>
    return rows.map((row) => row["member"] as MemberId)
  }

  #find(visit: VisitId): VisitRecord | null {
    this.#visits.writeTouched()
    return this.#visits.record(visit)
  }

  #list(query: VisitQuery): ReadonlyArray<VisitRecord> {
    this.#visits.writeTouched()
    return searchVisits(this.#file.db, query)
  }
}
