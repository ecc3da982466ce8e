import { describe } from "vitest"
import { describeOnPostgres } from "../db/postgres-server.fixture.ts"
import { paymentConformance } from "./payments.conformance.ts"

describe("on PGlite", () => {
  paymentConformance("PGlite", () => Promise.resolve({}))
})

await describeOnPostgres((url) =>
  paymentConformance("PostgreSQL", () =>
    Promise.resolve({ database: { _tag: "Postgres", url, connections: 16, timeoutMs: 10_000 } }),
  ),
)
