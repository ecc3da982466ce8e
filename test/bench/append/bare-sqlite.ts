/**
 * node:sqlite alone, with the same durability and batches: write-ahead log, a sync at every commit, rows in
 * insertion order with a unique index. It numbers the visits in memory and receives finished texts.
 */
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import type { Options } from "../harness/contest.ts"
import { appendedEvent, figuresOf, withDirectory } from "./workload.ts"

export const run = ({ batch, total, visits }: Options) =>
  withDirectory(async (directory) => {
    const count = Number(visits)
    const db = new DatabaseSync(join(directory, "bare.db"))
    db.exec("PRAGMA journal_mode = WAL")
    db.exec("PRAGMA synchronous = FULL")
    db.exec(`CREATE TABLE events (visit INTEGER NOT NULL, seq INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
      CREATE UNIQUE INDEX events_by_position ON events (visit, seq)`)
    const insert = db.prepare("INSERT INTO events (visit, seq, body) VALUES (?, ?, ?)")
    const bodies = Array.from({ length: 100 }, (_, n) => JSON.stringify(appendedEvent(n)))
    const heads = new Uint32Array(count)
    const commit = (first: number, size: number) => {
      db.exec("BEGIN IMMEDIATE")
      for (let n = first; n < first + size; n++) {
        const visit = n % count
        const seq = (heads[visit] ?? 0) + 1
        heads[visit] = seq
        insert.run(visit, seq, bodies[n % bodies.length] ?? "")
      }
      db.exec("COMMIT")
    }
    const size = Number(batch)
    for (let n = 0; n < count; n += size) commit(n, size)
    const start = performance.now()
    const before = process.cpuUsage()
    let next = 0
    for (; next < Number(total); next += size) commit(next, size)
    const figures = figuresOf(next, start, before)
    db.close()
    return figures
  })
