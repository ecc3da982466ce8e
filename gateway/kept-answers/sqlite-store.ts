/**
 * The tables of the kept answers, used by their own thread (sqlite-worker.ts). Synchronous: whoever calls
 * has nothing else to do. Every method is one transaction; what throws has changed nothing.
 *
 * Nothing is synced but by SQLite's own checkpoints: what a power cut takes is the last bodies, and the
 * facts that cite them are in the log.
 */
import { chmodSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import type { Citation, Cited } from "./kept-answers.ts"
import { bytesStored, packed, ROW_BYTES, unpacked } from "./packed.ts"

/** "FCKA": tells kept answers from any other SQLite file. */
const APPLICATION_ID = 0x46434b41
const VERSION = 1
const OWNER_ONLY = 0o600
/** Rows deleted by one statement. */
const DELETED_AT_ONCE = 100

const TABLES = `
  CREATE TABLE answers (hash TEXT NOT NULL, cited_at INTEGER NOT NULL, body BLOB NOT NULL) STRICT;
  CREATE UNIQUE INDEX answers_by_hash ON answers (hash);
  CREATE INDEX answers_by_citation ON answers (cited_at, length(body));
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${VERSION};
`

const pragma = (db: DatabaseSync, name: string): number =>
  Number(db.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0)

const open = (file: string): DatabaseSync => {
  const db = new DatabaseSync(file, { timeout: 5_000 })
  try {
    chmodSync(file, OWNER_ONLY)
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
    const [application, version] = [pragma(db, "application_id"), pragma(db, "user_version")]
    if (application === 0 && version === 0) db.exec(`BEGIN IMMEDIATE;${TABLES}COMMIT`)
    else if (application !== APPLICATION_ID || version !== VERSION)
      throw new Error("the file is not one of kept answers, or of another version")
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

export interface StoreSettings {
  readonly file: string
  readonly maxBytes: number
}

export class KeptAnswersStore {
  readonly #db: DatabaseSync
  readonly #maxBytes: number
  readonly #statement: ReturnType<typeof prepare>
  #bytes: number

  constructor({ file, maxBytes }: StoreSettings) {
    this.#db = open(file)
    this.#maxBytes = maxBytes
    this.#statement = prepare(this.#db)
    this.#bytes = Number(this.#statement.measure.get()?.["bytes"] ?? 0)
    // The bound may have become smaller. In steps, so that the journal stays short.
    while (this.#bytes > maxBytes) this.#whole(() => this.#makeRoom(DELETED_AT_ONCE))
  }

  get bytes(): number {
    return this.#bytes
  }

  cite(citations: ReadonlyArray<Citation>, at: number): Cited {
    return this.#whole(() => {
      const cited = { kept: 0, known: 0, unknown: 0, tooLong: 0 }
      for (const citation of citations) cited[this.#citeOne(citation, at)] += 1
      this.#makeRoom()
      return cited
    })
  }

  read(hash: string): string | null {
    const body = this.#statement.body.get(hash)?.["body"]
    return body instanceof Uint8Array ? unpacked(body, hash) : null
  }

  /** At most so many at once: citations go on between two of them. */
  forgetBefore(before: number): { readonly count: number; readonly isDone: boolean } {
    return this.#whole(() => {
      const count = this.#delete(this.#statement.deleteBefore.all(before, DELETED_AT_ONCE))
      return { count, isDone: count < DELETED_AT_ONCE }
    })
  }

  close(): void {
    this.#db.close()
  }

  #citeOne({ hash, text }: Citation, at: number): keyof Cited {
    if (this.#statement.cite.run(at, hash).changes > 0) return "known"
    if (text === null) return "unknown"
    const body = packed(text)
    if (bytesStored(body) > this.#maxBytes) return "tooLong"
    this.#statement.insert.run(hash, at, body)
    this.#bytes += bytesStored(body)
    return "kept"
  }

  #makeRoom(most = Number.POSITIVE_INFINITY): void {
    for (let count = 0; this.#bytes > this.#maxBytes && count < most; count += 1) {
      // What is counted and not there is nothing.
      if (this.#delete(this.#statement.deleteOldest.all()) === 0) this.#bytes = 0
    }
  }

  #delete(rows: ReadonlyArray<Readonly<Record<string, unknown>>>): number {
    for (const { bytes } of rows) this.#bytes -= Number(bytes)
    return rows.length
  }

  #whole<A>(change: () => A): A {
    const before = this.#bytes
    this.#db.exec("BEGIN IMMEDIATE")
    try {
      const result = change()
      this.#db.exec("COMMIT")
      return result
    } catch (error) {
      this.#bytes = before
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK")
      throw error
    }
  }
}

const prepare = (db: DatabaseSync) => ({
  cite: db.prepare("UPDATE answers SET cited_at = max(cited_at, ?) WHERE hash = ?"),
  insert: db.prepare("INSERT INTO answers (hash, cited_at, body) VALUES (?, ?, ?)"),
  body: db.prepare("SELECT body FROM answers WHERE hash = ?"),
  /** Of the index alone: the bodies are not read. */
  measure: db.prepare(`SELECT sum(length(body) + ${ROW_BYTES}) AS bytes FROM answers`),
  deleteOldest: db.prepare(
    `DELETE FROM answers
       WHERE rowid = (SELECT rowid FROM answers ORDER BY cited_at LIMIT 1)
       RETURNING length(body) + ${ROW_BYTES} AS bytes`,
  ),
  deleteBefore: db.prepare(
    `DELETE FROM answers
       WHERE rowid IN (SELECT rowid FROM answers WHERE cited_at < ? LIMIT ?)
       RETURNING length(body) + ${ROW_BYTES} AS bytes`,
  ),
})
