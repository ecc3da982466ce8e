/**
 * 64 members at once, 100,000 steps, on a PostgreSQL: they buy, spend, get back and withdraw, some with a limit, while
 * calls come and end, notices repeat themselves and transactions end without an answer (test/simulation/payments.ts).
 */
import { Effect, ManagedRuntime } from "effect"
import { afterAll, expect, it } from "vitest"
import { SqlDatabase } from "@foldcast/backend/db/database"
import { describeOnPostgres } from "@foldcast/backend/db/postgres-server.fixture"
import { addsUp, checkLedger } from "@foldcast/backend/ledger/ledger-check"
import { simulatePayments } from "../simulation/payments.ts"
import { paymentsBackend } from "../simulation/payments-backend.ts"
import { noBug } from "../simulation/planted-payment-bugs.ts"

const PLAN = { members: 64, actions: 22_000, atOnce: 64, limitCents: 30_000 }
const MINUTES = 19

await describeOnPostgres((url) => {
  const runtime = ManagedRuntime.make(
    paymentsBackend(Effect.succeed({ _tag: "Postgres", url, connections: 16, timeoutMs: 30_000 })),
  )
  afterAll(() => runtime.dispose())

  it(
    "nobody is below zero or over a limit, and nothing is charged, granted or given back twice",
    async () => {
      const { violation, steps } = await runtime.runPromise(
        simulatePayments("spenders", noBug, PLAN),
      )
      console.log(`${steps} steps`)
      expect(violation).toBeNull()
      expect(steps).toBeGreaterThanOrEqual(100_000)
      const faults = await runtime.runPromise(Effect.flatMap(SqlDatabase, checkLedger))
      expect(addsUp(faults)).toBe(true)
    },
    MINUTES * 60_000,
  )
})
