/**
 * Rows of one table that are written some at a time: a statement of many rows costs SQLite less than as many
 * statements. Whoever reads the table, deletes from it or commits flushes first.
 */
import type { DatabaseSync, SQLInputValue } from "node:sqlite"

/** Beyond this a statement gains little and binds hundreds of values. */
const ROWS_AT_ONCE = 16

export class RowBatches {
  readonly #one: ReturnType<DatabaseSync["prepare"]>
  readonly #many: ReturnType<DatabaseSync["prepare"]>
  readonly #width: number
  #waiting: Array<SQLInputValue> = []

  /** `conflict` is the statement's end, for rows that may be there already. */
  constructor(db: DatabaseSync, table: string, columns: ReadonlyArray<string>, conflict = "") {
    this.#width = columns.length
    const row = `(${columns.map(() => "?").join(", ")})`
    const rows = (count: number) =>
      `INSERT INTO ${table} (${columns.join(", ")})
       VALUES ${Array.from({ length: count }, () => row).join(", ")} ${conflict}`
    this.#one = db.prepare(rows(1))
    this.#many = db.prepare(rows(ROWS_AT_ONCE))
  }

  /** Values in the order of the columns. */
  add(...values: ReadonlyArray<SQLInputValue>): void {
    this.#waiting.push(...values)
    if (this.#waiting.length < this.#width * ROWS_AT_ONCE) return
    this.#many.run(...this.#waiting)
    this.#waiting = []
  }

  flush(): void {
    for (let at = 0; at < this.#waiting.length; at += this.#width) {
      this.#one.run(...this.#waiting.slice(at, at + this.#width))
    }
    this.#waiting = []
  }

  /** After a rollback: drops the rows that wait. */
  forget(): void {
    this.#waiting = []
  }
}
