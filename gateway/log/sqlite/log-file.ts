/** The log's file with the mark beside it: what is committed, and whether anything of that was lost since. */
import type { DatabaseSync } from "node:sqlite"
import { type CommitMark, openCommitMark } from "./commit-mark.ts"
import type { SqliteSettings } from "./thread-protocol.ts"
import { SQLITE_FULL, sqliteCodeOf } from "../sqlite-error.ts"
import { openLogDatabase } from "./log-schema.ts"

/** A row as SQLite gives it. */
export type SqlRow = Readonly<Record<string, string | number | null>>

export const isDiskFull = (error: unknown): boolean => sqliteCodeOf(error) === SQLITE_FULL

export class LogFile {
  readonly db: DatabaseSync
  readonly epoch: string
  readonly #mark: CommitMark
  readonly #setCommits: ReturnType<DatabaseSync["prepare"]>
  readonly #pageSize: number
  #commits: number

  constructor(settings: SqliteSettings) {
    this.db = openLogDatabase(settings.file)
    const { page_size: pageSize } = this.db.prepare("PRAGMA page_size").get() as SqlRow
    this.#pageSize = Number(pageSize)
    if (settings.maxBytes !== undefined) {
      this.db.exec(`PRAGMA max_page_count = ${Math.floor(settings.maxBytes / this.#pageSize)}`)
    }
    this.#mark = openCommitMark(`${settings.file}.mark`)
    const log = this.db.prepare("SELECT epoch, commits FROM log").get() as SqlRow | undefined
    this.#commits = Number(log?.["commits"] ?? 0)
    if (log === undefined) {
      this.epoch = settings.freshEpoch
      this.db.prepare("INSERT INTO log (epoch, commits) VALUES (?, 0)").run(this.epoch)
      this.#mark.set(0)
    } else if (this.#commits < this.#mark.acknowledged) {
      this.epoch = settings.freshEpoch
      this.#beginEpoch()
    } else {
      this.epoch = String(log["epoch"])
    }
    this.#setCommits = this.db.prepare("UPDATE log SET commits = ?")
  }

  /** The log is shorter than what it acknowledged: its visits are closed, and later ones have another epoch. */
  #beginEpoch(): void {
    this.db.exec("BEGIN IMMEDIATE")
    this.db.exec(
      "UPDATE visits SET damaged = 1 WHERE no IN (SELECT no FROM standings WHERE ended = 0)",
    )
    this.db
      .prepare("UPDATE log SET epoch = ?, commits = ?")
      .run(this.epoch, this.#mark.acknowledged)
    this.db.exec("COMMIT")
    this.#commits = this.#mark.acknowledged
  }

  /**
   * Durable when it returns. After it threw, what lies in the file is not known, except where there was no
   * room (`isDiskFull`): then nothing of it lies there.
   */
  commit<A>(work: () => A): A {
    this.db.exec("BEGIN IMMEDIATE")
    try {
      const result = work()
      this.#setCommits.run(++this.#commits)
      this.db.exec("COMMIT")
      this.#mark.set(this.#commits)
      return result
    } catch (error) {
      if (this.db.isTransaction) this.db.exec("ROLLBACK")
      throw error
    }
  }

  reusableBytes(): number {
    const { freelist_count: pages } = this.db.prepare("PRAGMA freelist_count").get() as SqlRow
    return Number(pages) * this.#pageSize
  }

  /** What was deleted lies in the write-ahead log until then. */
  truncateWal(): void {
    this.db.exec("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  close(): void {
    this.truncateWal()
    this.db.close()
    this.#mark.close()
  }
}
