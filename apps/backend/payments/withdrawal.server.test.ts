import { describe } from "vitest"
import { describeOnPostgres } from "../db/postgres-server.fixture.ts"
import { withdrawalConformance } from "./withdrawal.conformance.ts"

describe("on PGlite", () => {
  withdrawalConformance("PGlite", () => ({}))
})

await describeOnPostgres((url) =>
  withdrawalConformance("PostgreSQL", () => ({
    database: { _tag: "Postgres", url, connections: 16, timeoutMs: 10_000 },
  })),
)
