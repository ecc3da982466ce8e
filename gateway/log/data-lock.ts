/**
 * One process holds a data directory: a second opener of the same files loses what the first acknowledged.
 *
 * The lock is the operating system's, taken through SQLite on `lock.db`, because the system releases it
 * in the moment its holder dies: a killed process leaves nothing stale behind, and there is no process
 * id to be mistaken for another's. The holder writes its name in the file for the sentence that a second
 * one gets.
 */
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Clock, Effect, Schema } from "effect"
import { errorSentence } from "../error-sentence.ts"
import { restrictToOwner, makeOwnerOnlyFolder } from "./owner-only.ts"
import { SQLITE_BUSY, sqliteCodeOf } from "./sqlite-error.ts"

/** Another process holds the directory: use another one, or end that process. */
export class DataDirectoryHeld extends Schema.TaggedError<DataDirectoryHeld>()(
  "DataDirectoryHeld",
  { directory: Schema.String, holder: Schema.String, pid: Schema.Int, since: Schema.Int },
) {
  override get message() {
    return (
      `the data directory ${this.directory} is held by another process: ${this.holder}, ` +
      `process ${this.pid}, since ${new Date(this.since).toISOString()}. ` +
      `End it, or set DATA_DIR to another directory.`
    )
  }
}

/** The directory cannot be created or written. */
export class DataDirectoryUnusable extends Schema.TaggedError<DataDirectoryUnusable>()(
  "DataDirectoryUnusable",
  { directory: Schema.String, detail: Schema.String },
) {
  override get message() {
    return `the data directory ${this.directory} cannot be used: ${this.detail}`
  }
}

export interface DataLockRequest {
  /** Created where it is missing. */
  readonly directory: string
  /** Who asks, for the sentence a second one gets, for example "the gateway". */
  readonly holder: string
}

/** The locks of this process: a connection that nobody refers to would be collected, and let go. */
const held = new Set<DatabaseSync>()

const isBusy = (error: unknown): boolean => sqliteCodeOf(error) === SQLITE_BUSY

const holderIn = (db: DatabaseSync) => {
  try {
    // The first holder ever writes its table and itself in one transaction, which may not be over.
    const isWritten = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'holder'").get()
    return isWritten && db.prepare("SELECT holder, pid, since FROM holder").get()
  } catch (error) {
    // At this moment it commits.
    if (isBusy(error)) return undefined
    throw error
  }
}

const heldBy = (db: DatabaseSync, directory: string): DataDirectoryHeld => {
  const row = holderIn(db)
  return row === undefined
    ? new DataDirectoryHeld({ directory, holder: "one that is just starting", pid: 0, since: 0 })
    : new DataDirectoryHeld({
        directory,
        holder: String(row["holder"]),
        pid: Number(row["pid"]),
        since: Number(row["since"]),
      })
}

const take = ({ directory, holder }: DataLockRequest, pid: number, since: number): DatabaseSync => {
  makeOwnerOnlyFolder(directory)
  const file = join(directory, "lock.db")
  const db = new DatabaseSync(file, { timeout: 0 })
  try {
    restrictToOwner(file)
    db.exec("BEGIN IMMEDIATE")
    db.exec("CREATE TABLE IF NOT EXISTS holder (holder TEXT, pid INTEGER, since INTEGER)")
    db.exec("DELETE FROM holder")
    db.prepare("INSERT INTO holder VALUES (?, ?, ?)").run(holder, pid, since)
    db.exec("COMMIT")
    // Held until the process ends: this transaction is never committed.
    db.exec("BEGIN IMMEDIATE")
    held.add(db)
    return db
  } catch (error) {
    try {
      throw isBusy(error) ? heldBy(db, directory) : error
    } finally {
      db.close()
    }
  }
}

/** Holds the directory until the scope closes or the process ends, however it ends. */
export const holdDataDirectory = (request: DataLockRequest) =>
  Effect.acquireRelease(
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      return yield* Effect.try({
        try: () => take(request, process.pid, now),
        catch: (error) =>
          error instanceof DataDirectoryHeld
            ? error
            : new DataDirectoryUnusable({
                directory: request.directory,
                detail: errorSentence(error),
              }),
      })
    }),
    (db) =>
      Effect.sync(() => {
        held.delete(db)
        db.close()
      }),
  ).pipe(Effect.asVoid)
