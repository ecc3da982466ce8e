/**
 * Each operation of the log on its file, synchronous: the log's thread has nothing else to do. An operation that its
 * visit refuses changes nothing.
 */
import type { MemberId, VisitId } from "@foldcast/contracts/ids"
import { SealedBodies } from "./sealed-bodies.ts"
import { MIN_RECEIVERS } from "./shared-rows.ts"
import { SideRows } from "./side-rows.ts"
import { EventRows } from "./event-rows.ts"
import type { LogFile, SqlRow } from "./log-file.ts"
import type {
  PlacingLimits,
  StoredBody,
  ThreadOperations,
  WrittenEntry,
  WrittenFact,
} from "./thread-protocol.ts"
import { searchVisits } from "./visit-search.ts"
import { type VisitRow, VisitRows } from "./visit-rows.ts"
import type { VisitHeader, VisitRecord } from "../visit-header.ts"
import type { VisitQuery } from "../visit-index.ts"
import { minuteOf, UNNOTED_END_MS } from "../visit-life.ts"
import type { ConnectionNote } from "../visit-log.ts"
import { type VisitRefusal, refuseVisit } from "../visit-operations.ts"
import { type ClosedReason, eventRefusal, factRefusal } from "../visit-rules.ts"
import type { WriterId } from "../writer.ts"

const prepare = ({ db }: LogFile) => ({
  visitsBefore: db.prepare(
    `SELECT no, visit FROM records WHERE last_minute <= ? AND last_event_at < ?
     ORDER BY last_minute LIMIT ?`,
  ),
  members: db.prepare(
    "SELECT DISTINCT member FROM visits WHERE member > ? ORDER BY member LIMIT ?",
  ),
  visitsOfMember: db.prepare("SELECT no, visit FROM visits WHERE member = ? LIMIT ?"),
})

export class SqliteOperations implements ThreadOperations {
  readonly #file: LogFile
  readonly #visits: VisitRows
  readonly #events: EventRows
  readonly #entries: SideRows
  readonly #sealed: SealedBodies
  readonly #statement: ReturnType<typeof prepare>

  constructor(file: LogFile, placing?: PlacingLimits) {
    this.#file = file
    this.#events = new EventRows(file.db, placing)
    this.#visits = new VisitRows(file.db, this.#events)
    this.#entries = new SideRows(file.db)
    this.#sealed = new SealedBodies(file.db)
    this.#statement = prepare(file)
  }

  begin(header: VisitHeader, entry: Omit<WrittenEntry, "visits">): number | VisitRefusal {
    if (this.#visits.get(header.visit) !== undefined) return refuseVisit(header.visit, "ended")
    return this.#push(this.#visits.insert(header), entry)
  }

  append(entries: ReadonlyArray<WrittenEntry>): ReadonlyArray<number | ClosedReason> {
    const outcomes: Array<number | ClosedReason> = []
    for (const entry of entries) {
      if (entry.visits.length >= MIN_RECEIVERS) {
        // One by one: a call takes only so many arguments, and a room may have more visits.
        for (const outcome of this.#pushShared(entry)) outcomes.push(outcome)
      } else {
        for (const visit of entry.visits) {
          const row = this.#accepting(visit, entry)
          outcomes.push(typeof row === "string" ? row : this.#push(row, entry))
        }
      }
    }
    return outcomes
  }

  read(visit: VisitId, after: number, limit: number): ReadonlyArray<StoredBody> | VisitRefusal {
    const row = this.#visits.get(visit)
    if (row === undefined) return []
    if (row.damaged) return refuseVisit(visit, "damaged")
    const count = Math.max(0, Math.min(limit, row.head - after))
    const bodies: Array<StoredBody> = []
    for (const { seq, body: stored } of this.#events.read(row.no, after, count) ?? []) {
      const body = this.#sealed.open(stored)
      if (body === null) break
      bodies.push({ seq, body })
    }
    return bodies.length < count ? this.#damaged(visit, row) : bodies
  }

  storeFacts(
    visit: VisitId,
    facts: ReadonlyArray<WrittenFact>,
    terms: ReadonlyArray<string>,
  ): number | VisitRefusal {
    const row = this.#visits.get(visit)
    const highest = facts.reduce((n, fact) => Math.max(n, fact.n), 0)
    const why = factRefusal(row, highest)
    if (why !== null || row === undefined) return refuseVisit(visit, why ?? "unknown")
    for (const fact of facts) this.#entries.insertFact(row.no, fact)
    this.#entries.insertTerms(row.no, terms)
    // Stryker disable next-line EqualityOperator: what is known already is written once more, to no effect.
    if (highest > row.n) {
      row.n = highest
      this.#visits.touch(row)
    }
    return row.n
  }

  readFacts(visit: VisitId, after: number, limit: number): ReadonlyArray<string> | VisitRefusal {
    const row = this.#visits.get(visit)
    if (row === undefined) return []
    if (row.damaged) return refuseVisit(visit, "damaged")
    return this.#entries.facts(row.no, after, limit) ?? this.#damaged(visit, row)
  }

  noteConnection(visit: VisitId, note: ConnectionNote): void {
    const row = this.#visits.get(visit)
    if (row === undefined) return
    this.#entries.insertConnection(row.no, note)
    this.#visits.setStreamUntil(row, note.at + (note.what === "close" ? 0 : UNNOTED_END_MS))
  }

  readConnections(visit: VisitId): ReadonlyArray<ConnectionNote> {
    const row = this.#visits.get(visit)
    return row === undefined ? [] : this.#entries.connections(row.no)
  }

  eraseWriters(writers: ReadonlyArray<WriterId>): number {
    return this.#sealed.erase(writers)
  }

  reusableBytes(): number {
    return this.#file.reusableBytes()
  }

  find(visit: VisitId): VisitRecord | null {
    this.#visits.writeTouched()
    return this.#visits.record(visit)
  }

  list(query: VisitQuery): ReadonlyArray<VisitRecord> {
    this.#visits.writeTouched()
    return searchVisits(this.#file.db, query)
  }

  noteTerm(visit: VisitId, term: string): void {
    const row = this.#visits.get(visit)
    if (row !== undefined) this.#entries.insertTerms(row.no, [term])
  }

  members(after: MemberId | null, limit: number): ReadonlyArray<MemberId> {
    const rows = this.#statement.members.all(after ?? "", limit) as Array<SqlRow>
    return rows.map((row) => row["member"] as MemberId)
  }

  forgetBefore(before: number, max: number): number {
    return this.#forget(this.#statement.visitsBefore, [minuteOf(before), before, max])
  }

  forgetMember(member: MemberId, max: number): number {
    return this.#forget(this.#statement.visitsOfMember, [member, max])
  }

  /** Before a batch. */
  boundMemory(): void {
    this.#visits.boundMemory()
  }

  /** Before a commit: what is held in memory of the batch goes into the file. */
  flush(): void {
    this.#events.flush()
    this.#visits.writeTouched()
  }

  /** After a rollback: empties what is cached of the file. */
  rollBack(): void {
    this.#visits.forget()
    this.#events.forget()
    this.#sealed.forget()
  }

  /** The visit's row, or why it refuses the entry. */
  #accepting(visit: VisitId, { bodies, ends }: WrittenEntry): VisitRow | ClosedReason {
    const row = this.#visits.get(visit)
    return eventRefusal(row, bodies.length, ends) ?? row ?? "unknown"
  }

  #pushShared(entry: WrittenEntry): ReadonlyArray<number | ClosedReason> {
    const accepted: Array<VisitRow> = []
    const outcomes = entry.visits.map((visit) => {
      const row = this.#accepting(visit, entry)
      if (typeof row === "string") return row
      accepted.push(row)
      return row.head + 1
    })
    if (accepted.length === 0) return outcomes
    for (const [index, body] of entry.bodies.entries())
      this.#events.insertShared(
        accepted.map((row) => [row.no, row.head + 1 + index]),
        this.#sealed.seal(body),
      )
    for (const row of accepted) {
      row.head += entry.bodies.length
      this.#settle(row, entry)
    }
    return outcomes
  }

  #push(row: VisitRow, entry: Omit<WrittenEntry, "visits">): number {
    const from = row.head + 1
    for (const body of entry.bodies)
      this.#events.insert(row.no, ++row.head, this.#sealed.seal(body))
    this.#settle(row, entry)
    return from
  }

  /** What an entry changes beside the events. */
  #settle(row: VisitRow, entry: Omit<WrittenEntry, "visits">): void {
    this.#entries.insertTerms(row.no, entry.terms)
    if (entry.lastEventAt !== null) row.lastEventAt = entry.lastEventAt
    if (entry.member !== undefined) this.#visits.setMember(row, entry.member)
    if (entry.ends) row.ended = true
    this.#visits.touch(row)
  }

  #forget(
    due: ReturnType<typeof prepare>["visitsBefore"],
    values: ReadonlyArray<number | string>,
  ): number {
    this.#visits.writeTouched()
    const rows = due.all(...values) as Array<SqlRow>
    for (const row of rows) {
      const no = Number(row["no"])
      this.#events.delete(no)
      this.#entries.delete(no)
      this.#visits.delete(String(row["visit"]), no)
    }
    return rows.length
  }

  #damaged(visit: VisitId, row: VisitRow): VisitRefusal {
    this.#visits.markDamaged(row)
    return refuseVisit(visit, "damaged")
  }
}
