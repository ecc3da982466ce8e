import { describe } from "vitest"
import { describeOnPostgres } from "../db/postgres-server.fixture.ts"
import { messengerConformance } from "./messenger.conformance.ts"

describe("on PGlite", () => {
  messengerConformance("PGlite", () => ({}))
})

await describeOnPostgres((url) =>
  messengerConformance("PostgreSQL", () => ({
    database: { _tag: "Postgres", url, connections: 16, timeoutMs: 10_000 },
  })),
)
