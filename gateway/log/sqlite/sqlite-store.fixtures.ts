/** A log's store on a real file, without its thread: visits by name, and what was written of them. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterEach } from "vitest"
import { visitHeader, memberId, START, visitId } from "../visit-log.fixtures.ts"
import type { LogRequest, SqliteSettings, WrittenEntry } from "./thread-protocol.ts"
import { SqliteStore } from "./sqlite-store.ts"

const directories: Array<string> = []

/** Gone after the test. */
export const newLogFile = (): string => {
  const directory = mkdtempSync(join(tmpdir(), "log-store-"))
  directories.push(directory)
  return join(directory, "visits.db")
}
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true })
})

export const openStore = (file: string, settings: Partial<SqliteSettings> = {}): SqliteStore =>
  new SqliteStore({ file, freshEpoch: "epoch", ...settings })

export const writtenEntryOf = (name: string, bodies: ReadonlyArray<string>): WrittenEntry => ({
  visits: [visitId(name)],
  bodies,
  lastEventAt: START,
  ends: false,
  terms: [],
})

/** Its member is its own, and its first event says so. */
export const beginRequest = (name: string): LogRequest => ({
  operation: "begin",
  asked: [
    visitHeader(name, { member: memberId(name) }),
    writtenEntryOf(name, [`{"begins":"${name}"}`]),
  ],
})

export const appendRequest = (...entries: ReadonlyArray<WrittenEntry>): LogRequest => ({
  operation: "append",
  asked: [entries],
})

/** The same to each, as a room is told. */
export const tellRequest = (
  names: ReadonlyArray<string>,
  ...bodies: ReadonlyArray<string>
): LogRequest => appendRequest({ ...writtenEntryOf("", bodies), visits: names.map(visitId) })

export const forgetRequest = (name: string): LogRequest => ({
  operation: "forgetMember",
  asked: [memberId(name), 10],
})

export const readVisit = (store: SqliteStore, name: string, after = 0, limit = 50_000) =>
  store.run([{ operation: "read", asked: [visitId(name), after, limit] }])[0]

export const bodiesOf = (
  store: SqliteStore,
  name: string,
  after = 0,
  limit = 50_000,
): ReadonlyArray<string> => {
  const answer = readVisit(store, name, after, limit)
  if (answer === undefined || !("done" in answer)) throw new Error(JSON.stringify(answer))
  return (answer.done as ReadonlyArray<{ readonly body: string }>).map(({ body }) => body)
}

/** By another connection, beside a store that is open or not. */
export const queryFile = (file: string, sql: string): Record<string, unknown> => {
  const db = new DatabaseSync(file)
  try {
    return db.prepare(sql).get() ?? {}
  } finally {
    db.close()
  }
}

export const countOf = (file: string, table: "shared" | "events" | "places"): number =>
  Number(queryFile(file, `SELECT count(*) AS count FROM ${table}`)["count"])
