import { Redacted } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { testPostgres } from "../db/postgres-server.fixture.ts"
import { paymentConformance } from "./payments.conformance.ts"

describe("on PGlite", () => {
  paymentConformance("PGlite", () => Promise.resolve({}))
})

const postgres = await testPostgres()
if (postgres._tag === "Reachable") {
  describe("on PostgreSQL", () => {
    const url = Redacted.make(postgres.url)
    paymentConformance("PostgreSQL", () =>
      Promise.resolve({ database: { _tag: "Postgres", url, connections: 16 } }),
    )
  })
  afterAll(() => postgres.stop())
} else {
  it(`PostgreSQL is not covered in this run: ${postgres.reason}`, () => {
    expect(postgres.reason).not.toBe("")
  })
}
