import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe } from "vitest"
import { layMigratedDatabase } from "../db/migrated-database.fixture.ts"
import { describeOnPostgres } from "../db/postgres-server.fixture.ts"
import { accountChangesConformance } from "./account-changes.conformance.ts"
import { accountLinksConformance } from "./account-links.conformance.ts"
import { attemptLimitsConformance } from "./attempt-limits.conformance.ts"
import { deletionConformance } from "../account-deletion/deletion.conformance.ts"
import { passkeysConformance } from "./passkeys.conformance.ts"
import { sameMailboxConformance } from "./same-mailbox.conformance.ts"
import { tokenRotationConformance } from "./token-rotation.conformance.ts"

const folder = mkdtempSync(join(tmpdir(), "foldcast-accounts-"))
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
  deletionConformance("PGlite", () => ({ _tag: "Embedded", dataDir: folder }))
  attemptLimitsConformance("PGlite", () => ({ _tag: "Embedded", dataDir: folder }))
  tokenRotationConformance("PGlite", () => ({ _tag: "Embedded", dataDir: folder }))
  sameMailboxConformance("PGlite", () => ({ _tag: "Embedded", dataDir: folder }))
})

await describeOnPostgres((url) => {
  const database = { _tag: "Postgres", url, connections: 16, timeoutMs: 10_000 } as const
  // First, while the database has no other rows.
  deletionConformance("PostgreSQL", () => database)
  describe("links", () => accountLinksConformance("PostgreSQL", () => ({ database })))
  describe("changes", () => accountChangesConformance("PostgreSQL", () => ({ database })))
  describe("passkeys", () => passkeysConformance("PostgreSQL", () => ({ database })))
  attemptLimitsConformance("PostgreSQL", () => database)
  tokenRotationConformance("PostgreSQL", () => database)
  sameMailboxConformance("PostgreSQL", () => database)
})
