/**
 * One SQLite file and its tables, used by the store's own thread. Synchronous: whoever calls has nothing
 * else to do. A group of requests is one transaction and, where the file is synced, one sync.
 *
 * Called by tables.ts. Invariants: the writes of a group are carried out together or not at all; what is
 * read was committed, or is committed before it is answered; after a failure of the disk nothing is
 * written any more, for what a failed sync left behind is not known.
 */
import { DatabaseSync } from "node:sqlite"
import { errorSentence } from "../error-sentence.ts"
import { restrictToOwner } from "../log/owner-only.ts"
import { sqliteCodeOf } from "../log/sqlite-error.ts"

/** What can be read from a table and what can be changed in it, by name. */
export interface Table {
  readonly reads: Readonly<Record<string, (question: never) => unknown>>
  readonly writes: Readonly<Record<string, (question: never) => unknown>>
  /** What the table counted by itself is to be counted anew, when it is next needed. Never throws. */
  readonly rolledBack?: () => void
}

export interface TableRequest {
  readonly table: string
  readonly operation: string
  readonly question: unknown
}

export type TableOutcome = { readonly done: unknown } | { readonly failed: string }

type Operation = (question: unknown) => unknown

/** Primary result codes after which the file is not to be trusted: IOERR, CORRUPT, NOTADB. */
const DISK_FAILURES: ReadonlySet<number> = new Set([10, 11, 26])
const BUSY_TIMEOUT_MS = 5_000

const isDiskFailure = (error: unknown): boolean => DISK_FAILURES.has(sqliteCodeOf(error))

export const pragma = (db: DatabaseSync, name: string): number =>
  Number(db.prepare(`PRAGMA ${name}`).get()?.[name.replace(/^.*\./u, "")] ?? 0)

/**
 * With a write-ahead log. `FULL` syncs every commit; `NORMAL` leaves syncing to SQLite's checkpoints, and
 * a power cut then takes the last commits. What is deleted is overwritten. `prepare` makes or checks the tables.
 */
export const openFile = (
  file: string,
  synchronous: "FULL" | "NORMAL",
  prepare: (db: DatabaseSync) => void,
): DatabaseSync => {
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    if (file !== ":memory:") restrictToOwner(file)
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous};
             PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON`)
    prepare(db)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** `change` whole or not at all. */
export const inTransaction = <A>(db: DatabaseSync, change: () => A): A => {
  db.exec("BEGIN IMMEDIATE")
  try {
    const result = change()
    db.exec("COMMIT")
    return result
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK")
    throw error
  }
}

export class TableFile {
  readonly #db: DatabaseSync
  readonly #tables: Readonly<Record<string, Table>>
  #failed: string | null = null

  constructor(db: DatabaseSync, tables: Readonly<Record<string, Table>>) {
    this.#db = db
    this.#tables = tables
  }

  /** The outcomes stand in the requests' order. */
  run(requests: ReadonlyArray<TableRequest>): ReadonlyArray<TableOutcome> {
    if (!requests.some((request) => this.#writes(request))) return requests.map(this.#read)
    if (this.#failed === null) {
      try {
        return inTransaction(this.#db, () =>
          requests.map((request) => ({ done: this.#carryOut(request) })),
        )
      } catch (error) {
        for (const { rolledBack } of Object.values(this.#tables)) rolledBack?.()
        return this.#afterFailure(requests, error)
      }
    }
    return this.#answerWithoutWriting(requests, this.#failed)
  }

  close(): void {
    this.#db.close()
  }

  #afterFailure(
    requests: ReadonlyArray<TableRequest>,
    error: unknown,
  ): ReadonlyArray<TableOutcome> {
    const failed = errorSentence(error)
    if (isDiskFailure(error)) this.#failed = failed
    return this.#answerWithoutWriting(requests, failed)
  }

  #answerWithoutWriting(
    requests: ReadonlyArray<TableRequest>,
    failed: string,
  ): ReadonlyArray<TableOutcome> {
    return requests.map((request) => (this.#writes(request) ? { failed } : this.#read(request)))
  }

  readonly #read = (request: TableRequest): TableOutcome => {
    try {
      return { done: this.#carryOut(request) }
    } catch (error) {
      return { failed: errorSentence(error) }
    }
  }

  #writes({ table, operation }: TableRequest): boolean {
    return this.#tables[table]?.writes[operation] !== undefined
  }

  #carryOut({ table, operation, question }: TableRequest): unknown {
    const found = this.#tables[table]
    const carryOut = (found?.writes[operation] ?? found?.reads[operation]) as Operation | undefined
    if (carryOut === undefined) throw new Error(`no operation ${table}.${operation}`)
    return carryOut(question)
  }
}
