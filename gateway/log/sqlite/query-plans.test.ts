/**
 * No statement of the log or of the store reads a table from its beginning to its end: each has one thread,
 * on which everything else would wait. The statements are those that were prepared while everything was done
 * once; SQLite itself says how it carries each out.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { MemberId, TabId } from "@foldcast/contracts/ids"
import { OpenTables } from "../../store/tables.ts"
import type { OwnerId } from "../visit-header.ts"
import type { VisitQuery } from "../visit-index.ts"
import { visitHeader, memberId, START, visitId } from "../visit-log.fixtures.ts"
import type { LogRequest } from "./thread-protocol.ts"
import { SqliteStore } from "./sqlite-store.ts"

/** What goes through every row, and why it may. */
const WALKS_ALLOWED: ReadonlyArray<RegExp> = [
  // One row.
  /^SCAN log$/u,
  // Newest first, as many as were asked for.
  /^SCAN visits USING INDEX visits_by_last_minute$/u,
  // The lengths of lives: 25 rows that are computed.
  /^SCAN (?:spans|CONSTANT ROW|\d+ CONSTANT ROWS?)$/u,
  // The rows that one statement brings.
  /^SCAN \d+-ROW VALUES CLAUSE$/u,
  // Once, when the store opens, and of the index alone.
  /^SCAN answers USING COVERING INDEX answers_by_citation$/u,
  // All are asked for: those that are under way.
  /^SCAN account_deletions$/u,
  // The oldest one.
  /^SCAN answers USING INDEX answers_by_citation$/u,
]

/** What a query may ask for, each asked for or not. */
const ASKED: VisitQuery = {
  member: MemberId.make("member-m"),
  owner: "owner-a" as OwnerId,
  tab: TabId.make("tab-a"),
  terms: [["reference:A", "reference:B"], ["payment:C"]],
  from: START,
  to: START + 1,
  onlyLive: true,
  usedSince: START,
  limit: 10,
}
const FIELDS = Object.keys(ASKED).filter((name) => name !== "limit")
const QUERIES: ReadonlyArray<VisitQuery> = Array.from(
  { length: 2 ** FIELDS.length },
  (_, bits) => ({
    ...Object.fromEntries(
      Object.entries(ASKED).filter(([name]) => ((bits >> FIELDS.indexOf(name)) & 1) === 1),
    ),
    limit: 10,
  }),
)

const REQUESTS: ReadonlyArray<LogRequest> = [
  {
    operation: "begin",
    asked: [visitHeader("a"), { bodies: ["{}"], lastEventAt: START, ends: false, terms: ["t"] }],
  },
  {
    operation: "append",
    asked: [
      [
        {
          visits: [visitId("a")],
          bodies: ["{}"],
          lastEventAt: START + 3_600_000,
          member: memberId("m"),
          ends: false,
          terms: [],
        },
      ],
    ],
  },
  { operation: "storeFacts", asked: [visitId("a"), [{ n: 1, body: "{}" }], ["u"]] },
  {
    operation: "noteConnection",
    asked: [visitId("a"), { at: START, what: "attach", seq: 1, transport: "sse", code: null }],
  },
  { operation: "noteTerm", asked: [visitId("a"), "v"] },
  { operation: "read", asked: [visitId("a"), 0, 10] },
  { operation: "readFacts", asked: [visitId("a"), 0, 10] },
  { operation: "readConnections", asked: [visitId("a")] },
  { operation: "members", asked: [null, 10] },
  { operation: "find", asked: [visitId("a")] },
  ...QUERIES.map((query) => ({ operation: "list" as const, asked: [query] as [VisitQuery] })),
  { operation: "forgetBefore", asked: [START, 10] },
  { operation: "forgetMember", asked: [memberId("m"), 10] },
]

describe("the plans of every statement", () => {
  const directory = mkdtempSync(join(tmpdir(), "query-plans-"))
  afterAll(() => rmSync(directory, { recursive: true, force: true }))

  const preparedBy = (work: () => void): ReadonlySet<string> => {
    const spy = vi.spyOn(DatabaseSync.prototype, "prepare")
    try {
      work()
      return new Set(spy.mock.calls.map(([sql]) => sql))
    } finally {
      spy.mockRestore()
    }
  }

  /** The steps that go through a whole table or index, each with its statement. */
  const walksOf = (file: string, statements: ReadonlySet<string>) => {
    const db = new DatabaseSync(file)
    const walks = [...statements]
      .filter((sql) => !sql.startsWith("PRAGMA") && !sql.includes("sqlite_schema"))
      .flatMap((sql) =>
        db
          .prepare(`EXPLAIN QUERY PLAN ${sql}`)
          .all()
          .map((row) => String(row["detail"]))
          // An automatic index is one that SQLite makes for this one query, of the whole table.
          .filter((step) => step.startsWith("SCAN") || step.includes("AUTOMATIC"))
          .filter((step) => !WALKS_ALLOWED.some((allowed) => allowed.test(step)))
          .map((step) => `${step}: ${sql}`),
      )
    db.close()
    return walks
  }

  describe("of the log", () => {
    const file = join(directory, "visits.db")
    let statements: ReadonlySet<string> = new Set()
    beforeAll(() => {
      statements = preparedBy(() => {
        const store = new SqliteStore({ file, freshEpoch: "epoch" })
        for (const request of REQUESTS) store.run([request])
        store.close()
      })
    })

    it("use an index, whatever support asks for", () => {
      expect(statements.size).toBeGreaterThan(QUERIES.length / 2)
      expect(walksOf(file, statements)).toEqual([])
    })

    it("walk along an index only for the newest visits of all", () => {
      const db = new DatabaseSync(file)
      const walking = [...statements].filter((sql) =>
        (sql.startsWith("PRAGMA") ? [] : db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all()).some(
          ({ detail }) => String(detail).startsWith("SCAN visits"),
        ),
      )
      db.close()
      expect(walking.filter((sql) => /[a-z_]+ [<>=]+ \?/u.test(sql))).toEqual([])
    })
  })

  it("of the store use an index", () => {
    const statements = preparedBy(() => {
      new OpenTables({ directory, maxKeptAnswerBytes: 1_000 }).close()
    })
    const isOfAnswers = (sql: string) => /\banswers\b/u.test(sql)
    const [ofAnswers, ofStore] = [[...statements].filter(isOfAnswers), [...statements]]
    expect(ofAnswers.length).toBeGreaterThan(3)
    expect(walksOf(join(directory, "answers.db"), new Set(ofAnswers))).toEqual([])
    const others = new Set(ofStore.filter((sql) => !isOfAnswers(sql)))
    expect(others.size).toBeGreaterThan(20)
    expect(walksOf(join(directory, "store.db"), others)).toEqual([])
  })
})
