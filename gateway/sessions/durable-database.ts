/**
 * A small SQLite file whose writes are durable when they are answered: WAL, synchronous FULL, group
 * commit. Writes that arrive in one turn of the event loop share one transaction and one sync.
 *
 * Callers: sqlite-session-store.ts, commands/sqlite-receipts.ts. Invariants: a write runs whole or not at
 * all; reads see committed rows only, since writes run nowhere but inside `#flush`; after a failed sync
 * nothing is written any more.
 */
import { chmodSync, mkdirSync } from "node:fs"
import { dirname } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Data, Effect } from "effect"

export class DatabaseFailed extends Data.TaggedError("DatabaseFailed")<{
  readonly operation: string
  readonly detail: string
}> {}

export interface DatabaseSchema {
  readonly file: string
  /** One script per version, in order; a file of an older version is brought up to date. */
  readonly migrations: ReadonlyArray<string>
}

interface PendingWrite {
  readonly run: () => unknown
  readonly settle: (exit: Effect.Effect<unknown, DatabaseFailed>) => void
  readonly operation: string
}

/** Primary result codes after which the file is not to be trusted: IOERR, CORRUPT, NOTADB. */
const FATAL_CODES: ReadonlySet<number> = new Set([10, 11, 26])
const BUSY_TIMEOUT_MS = 5_000
const OWNER_ONLY = 0o600

const detailOf = (error: unknown): string => (error instanceof Error ? error.message : "unknown")

const isFatal = (error: unknown): boolean => {
  const code = error instanceof Error && "errcode" in error ? Number(error.errcode) : 0
  return FATAL_CODES.has(code & 0xff)
}

const migrate = (db: DatabaseSync, { file, migrations }: DatabaseSchema) => {
  const row = db.prepare("PRAGMA user_version").get()
  const version = Number(row?.["user_version"] ?? 0)
  if (version > migrations.length) {
    throw new Error(`${file} was written by a newer version (${version} > ${migrations.length})`)
  }
  for (const [index, script] of migrations.entries()) {
    if (index < version) continue
    db.exec(`BEGIN IMMEDIATE;\n${script}\nPRAGMA user_version = ${index + 1};\nCOMMIT`)
  }
}

const openFile = (schema: DatabaseSchema): DatabaseSync => {
  mkdirSync(dirname(schema.file), { recursive: true })
  const db = new DatabaseSync(schema.file, { timeout: BUSY_TIMEOUT_MS })
  try {
    chmodSync(schema.file, OWNER_ONLY)
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
    migrate(db, schema)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

export class DurableDatabase {
  readonly #db: DatabaseSync
  #pending: Array<PendingWrite> = []
  #failed: string | null = null

  private constructor(db: DatabaseSync) {
    this.#db = db
  }

  /** Open until the scope ends; what is pending then is still written. */
  static readonly open = (schema: DatabaseSchema) =>
    Effect.acquireRelease(
      Effect.try({
        try: () => new DurableDatabase(openFile(schema)),
        catch: (error) => new DatabaseFailed({ operation: "open", detail: detailOf(error) }),
      }),
      (database) =>
        Effect.sync(() => {
          database.#flush()
          database.#db.close()
        }),
    )

  prepare(sql: string) {
    return this.#db.prepare(sql)
  }

  read<A>(operation: string, run: () => A): Effect.Effect<A, DatabaseFailed> {
    return Effect.try({
      try: run,
      catch: (error) => new DatabaseFailed({ operation, detail: detailOf(error) }),
    })
  }

  /** `run` may be given up and run nowhere, and never runs twice. */
  write<A>(operation: string, run: () => A): Effect.Effect<A, DatabaseFailed> {
    return Effect.callback<A, DatabaseFailed>((resume) => {
      if (this.#failed !== null) {
        resume(Effect.fail(new DatabaseFailed({ operation, detail: this.#failed })))
        return
      }
      if (this.#pending.length === 0) setImmediate(() => this.#flush())
      this.#pending.push({
        run,
        operation,
        settle: (exit) => resume(exit as Effect.Effect<A, DatabaseFailed>),
      })
    })
  }

  #flush(): void {
    const writes = this.#pending
    if (writes.length === 0) return
    this.#pending = []
    try {
      this.#db.exec("BEGIN IMMEDIATE")
      const results = writes.map(({ run }) => run())
      this.#db.exec("COMMIT")
      for (const [index, { settle }] of writes.entries()) settle(Effect.succeed(results[index]))
    } catch (error) {
      this.#giveUp(writes, error)
    }
  }

  #giveUp(writes: ReadonlyArray<PendingWrite>, error: unknown): void {
    const detail = detailOf(error)
    if (isFatal(error)) this.#failed = detail
    if (this.#db.isTransaction) this.#db.exec("ROLLBACK")
    for (const { settle, operation } of writes) {
      settle(Effect.fail(new DatabaseFailed({ operation, detail })))
    }
  }
}
