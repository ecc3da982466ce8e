import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe } from "vitest"
import { layMigratedDatabase } from "../db/migrated-database.fixture.ts"
import type { DatabaseChoice } from "../db/open-database.ts"
import { describeOnPostgres } from "../db/postgres-server.fixture.ts"
import { accountChangesConformance } from "./account-changes.conformance.ts"
import { accountLinksConformance } from "./account-links.conformance.ts"
import { attemptLimitsConformance } from "./attempt-limits.conformance.ts"
import { deletionConformance } from "../account-deletion/deletion.conformance.ts"
import { passkeysConformance } from "./passkeys.conformance.ts"
import { sameMailboxConformance, sameMailboxOfOldRows } from "./same-mailbox.conformance.ts"
import { tokenRotationConformance, tokenRotationOfOldRows } from "./token-rotation.conformance.ts"

const folder = mkdtempSync(join(tmpdir(), "foldcast-accounts-"))
const embedded = () => ({ _tag: "Embedded", dataDir: folder }) as const
/** What a backend makes of rows that an earlier one wrote: tested on one database, PostgreSQL where there is one. */
const oldRowsConformance = (name: string, choice: () => DatabaseChoice) => {
  tokenRotationOfOldRows(name, choice)
  sameMailboxOfOldRows(name, choice)
}
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/**
 * Each suite has its own block, so that its backend ends before the next one starts: one backend serves a
 * database, and a second one would send the first one's mails.
 */
describe("on PGlite", () => {
  beforeAll(() => layMigratedDatabase(folder))
  describe("links", () => accountLinksConformance("PGlite", () => ({})))
  describe("changes", () => accountChangesConformance("PGlite", () => ({})))
  describe("passkeys", () => passkeysConformance("PGlite", () => ({})))
  deletionConformance("PGlite", embedded)
  attemptLimitsConformance("PGlite", embedded)
  tokenRotationConformance("PGlite", embedded)
  sameMailboxConformance("PGlite", embedded)
})

const isOnPostgres = await describeOnPostgres((url) => {
  const database = { _tag: "Postgres", url, connections: 16, timeoutMs: 10_000 } as const
  // First, while the database has no other rows.
  deletionConformance("PostgreSQL", () => database)
  describe("links", () => accountLinksConformance("PostgreSQL", () => ({ database })))
  describe("changes", () => accountChangesConformance("PostgreSQL", () => ({ database })))
  describe("passkeys", () => passkeysConformance("PostgreSQL", () => ({ database })))
  attemptLimitsConformance("PostgreSQL", () => database)
  tokenRotationConformance("PostgreSQL", () => database)
  sameMailboxConformance("PostgreSQL", () => database)
  oldRowsConformance("PostgreSQL", () => database)
})

// Backend after backend on the same rows: PGlite needs as long to open as the rest of such a test.
if (!isOnPostgres) {
  describe("on PGlite alone", () => {
    beforeAll(() => layMigratedDatabase(folder))
    oldRowsConformance("PGlite", embedded)
  })
}
