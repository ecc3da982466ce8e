/**
 * A log of 1,000,000 visits: the queries of support, readiness, restoring and retention use an index, so that they
 * do not block the log's only thread. gateway/log/sqlite/query-plans.test.ts checks that every statement uses one;
 * this test measures the cost.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { visitHeader, memberId, START, visitId } from "@foldcast/gateway/log/visit-log.fixtures"
import type { LogRequest } from "@foldcast/gateway/log/sqlite/thread-protocol"
import { SqliteStore } from "@foldcast/gateway/log/sqlite/sqlite-store"
import { minuteOf, spanOf } from "@foldcast/gateway/log/visit-life"

const VISITS = 1_000_000
const TERM_MS = 90 * 86_400_000
const NOW = START + TERM_MS
/** Of processor time; a scan of all visits takes some hundred. */
const MAX_MS = 40

const directory = mkdtempSync(join(tmpdir(), "million-visits-"))
const file = join(directory, "visits.db")
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** Visits at regular intervals; most are short, one in fifty lasts a day. */
const fill = () => {
  const db = new DatabaseSync(file)
  db.exec("PRAGMA synchronous = OFF; BEGIN")
  const visits = db.prepare(
    `INSERT INTO visits (visit, epoch, birth, crc, tab, owner, member, at, damaged, last_minute,
       span, stream_until) VALUES (?, 'epoch', '{}', 0, ?, ?, ?, ?, 0, ?, ?, ?)`,
  )
  const standings = db.prepare(
    "INSERT INTO standings (no, head, n, last_event_at, ended) VALUES (?, 1, 0, ?, ?)",
  )
  const connection = db.prepare("INSERT INTO connections (visit, note) VALUES (?, ?)")
  for (let no = 1; no <= VISITS; no += 1) {
    const at = START + Math.floor(((no - 1) * TERM_MS) / VISITS)
    const last = at + (no % 50 === 0 ? 86_400_000 : (no * 7_919) % 900_000)
    const [tab, owner] = [`tab-${no % 300_000}`, `owner-${no % 200_000}`]
    const member = no % 3 === 0 ? `member-${no % 30_000}` : null
    const ended = no % 4 === 0 ? 1 : 0
    const life = [minuteOf(last), spanOf(at, last)]
    visits.run(`visit-id-${no}`, tab, owner, member, at, ...life, last)
    standings.run(no, last, ended)
    connection.run(no, JSON.stringify({ at: last, what: "close" }))
  }
  db.exec("COMMIT")
  db.close()
}

const ASKED: ReadonlyArray<readonly [string, LogRequest]> = [
  ["readiness", { operation: "find", asked: [visitId("none")] }],
  [
    "restoring",
    {
      operation: "list",
      asked: [{ usedSince: NOW - 1_800_000, onlyLive: true, limit: 100_000 }],
    },
  ],
  ["the newest", { operation: "list", asked: [{ limit: 200 }] }],
  ["a member's", { operation: "list", asked: [{ member: memberId("3"), limit: 200 }] }],
  ["an hour of two months ago", hour(60)],
  ["an hour of yesterday", hour(1)],
  ["all until a month ago", { operation: "list", asked: [{ to: NOW - TERM_MS / 3, limit: 200 }] }],
  [
    "all since a month ago",
    { operation: "list", asked: [{ from: NOW - TERM_MS / 3, limit: 200 }] },
  ],
  ["retention with nothing to delete", { operation: "forgetBefore", asked: [START, 20] }],
  ["retention", { operation: "forgetBefore", asked: [START + TERM_MS / 2, 20] }],
]

function hour(daysAgo: number): LogRequest {
  const from = NOW - daysAgo * 86_400_000
  return { operation: "list", asked: [{ from, to: from + 3_600_000, limit: 200 }] }
}

describe(`a log of ${VISITS.toLocaleString("en")} visits`, () => {
  let store: SqliteStore
  beforeAll(() => {
    new SqliteStore({ file, freshEpoch: "epoch" }).close()
    fill()
    store = new SqliteStore({ file, freshEpoch: "epoch" })
    const entry = { bodies: ["{}"], lastEventAt: NOW, ends: false, terms: [] }
    store.run([{ operation: "begin", asked: [visitHeader("a", { at: NOW }), entry] }])
    return () => store.close()
  }, 600_000)

  it.each(ASKED)("answers %s without blocking its thread", (name, request) => {
    store.run([request])
    const before = process.cpuUsage()
    store.run([request])
    const { user, system } = process.cpuUsage(before)
    const ms = (user + system) / 1_000
    console.log(`${name}: ${ms.toFixed(1)} ms`)
    expect(ms).toBeLessThan(MAX_MS)
  })
})
