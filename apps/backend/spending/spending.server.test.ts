import { describe } from "vitest"
import { describeOnPostgres } from "../db/postgres-server.fixture.ts"
import { spendingConformance } from "./spending.conformance.ts"

describe("on PGlite", () => {
  spendingConformance("PGlite", () => ({}))
})

await describeOnPostgres((url) =>
  spendingConformance("PostgreSQL", () => ({
    database: { _tag: "Postgres", url, connections: 16, timeoutMs: 10_000 },
  })),
)
