/**
 * One process holds an embedded database: a second one that opens the same files silently loses what the first has
 * committed. The lock is the operating system's, taken through SQLite, and is released the moment its holder dies, so
 * no stale lock remains. The holder's process id is stored in it for the error that a second process gets.
 */
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Effect, Schema } from "effect"

/** The directory cannot be used as it stands; a person has to decide. */
export class DataDirectoryRefused extends Schema.TaggedError<DataDirectoryRefused>()(
  "DataDirectoryRefused",
  { sentence: Schema.String },
) {
  override get message() {
    return this.sentence
  }
}

const SQLITE_BUSY = 5
const isBusy = (error: unknown) =>
  error instanceof Error && "errcode" in error && Number(error.errcode) % 256 === SQLITE_BUSY

const holderIn = (lock: DatabaseSync) => {
  try {
    // The first holder ever writes its table and itself in one transaction, which may not be over.
    const isWritten = lock.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'holder'").get()
    return isWritten && lock.prepare("SELECT pid FROM holder").get()?.["pid"]
  } catch (error) {
    // At this moment it commits.
    if (isBusy(error)) return undefined
    throw error
  }
}

const heldBy = (lock: DatabaseSync, directory: string): DataDirectoryRefused => {
  const pid = holderIn(lock)
  const holder = pid === undefined ? "one that is just starting" : `process ${String(pid)}`
  return new DataDirectoryRefused({
    sentence:
      `The data directory ${directory} is held by ${holder}: ` +
      "stop that one, or set DATA_DIR to another directory.",
  })
}

const take = (directory: string): DatabaseSync => {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(join(directory, "lock.db"), { timeout: 0 })
  try {
    lock.exec(
      "BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS holder (pid INTEGER); DELETE FROM holder",
    )
    lock.prepare("INSERT INTO holder VALUES (?)").run(process.pid)
    // The second transaction is never committed: it is the lock.
    lock.exec("COMMIT; BEGIN IMMEDIATE")
    return lock
  } catch (error) {
    try {
      throw isBusy(error) ? heldBy(lock, directory) : error
    } finally {
      lock.close()
    }
  }
}

/** Holds the directory until the scope closes or the process ends. */
export const holdDirectory = (directory: string) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => take(directory),
      catch: (error) =>
        error instanceof DataDirectoryRefused
          ? error
          : new DataDirectoryRefused({
              sentence: `The data directory ${directory} cannot be used: ${
                error instanceof Error ? error.message : String(error)
              }.`,
            }),
    }),
    (lock) => Effect.sync(() => lock.close()),
  )
