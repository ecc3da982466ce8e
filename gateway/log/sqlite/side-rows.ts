/** The rows of a visit beside its events: client facts, connection notes and search terms. */
import type { DatabaseSync } from "node:sqlite"
import type { ConnectionNote } from "../visit-log.ts"
import { rowChecksum } from "./row-checksum.ts"
import type { SqlRow } from "./log-file.ts"
import type { WrittenFact } from "./thread-protocol.ts"

const factPlace = (visit: number, n: number) => `fact ${visit} ${n}`

const TABLES = ["facts", "connections", "terms"] as const

const prepare = (db: DatabaseSync) => ({
  insertFact: db.prepare(
    "INSERT INTO facts (visit, n, crc, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
  ),
  insertConnection: db.prepare("INSERT INTO connections (visit, note) VALUES (?, ?)"),
  insertTerm: db.prepare("INSERT INTO terms (term, visit) VALUES (?, ?) ON CONFLICT DO NOTHING"),
  facts: db.prepare("SELECT n, crc, body FROM facts WHERE visit = ? AND n > ? ORDER BY n LIMIT ?"),
  connections: db.prepare("SELECT note FROM connections WHERE visit = ? ORDER BY rowid"),
  deletions: TABLES.map((table) => db.prepare(`DELETE FROM ${table} WHERE visit = ?`)),
})

export class SideRows {
  readonly #statement: ReturnType<typeof prepare>

  constructor(db: DatabaseSync) {
    this.#statement = prepare(db)
  }

  /** One that is stored already stays as it is. */
  insertFact(visit: number, { n, body }: WrittenFact): void {
    this.#statement.insertFact.run(visit, n, rowChecksum(factPlace(visit, n), body), body)
  }

  insertConnection(visit: number, note: ConnectionNote): void {
    this.#statement.insertConnection.run(visit, JSON.stringify(note))
  }

  insertTerms(visit: number, terms: ReadonlyArray<string>): void {
    for (const term of terms) this.#statement.insertTerm.run(term, visit)
  }

  /** Client facts after a number, or null where one of them is not what was written. */
  facts(visit: number, after: number, limit: number): ReadonlyArray<string> | null {
    const facts: Array<string> = []
    for (const stored of this.#statement.facts.iterate(visit, after, limit) as Iterable<SqlRow>) {
      const body = String(stored["body"])
      if (stored["crc"] !== rowChecksum(factPlace(visit, Number(stored["n"])), body)) return null
      facts.push(body)
    }
    return facts
  }

  connections(visit: number): ReadonlyArray<ConnectionNote> {
    const rows = this.#statement.connections.all(visit) as Array<SqlRow>
    return rows.map((stored) => JSON.parse(String(stored["note"])) as ConnectionNote)
  }

  delete(visit: number): void {
    for (const deletion of this.#statement.deletions) deletion.run(visit)
  }
}
