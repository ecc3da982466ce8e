/** The same movement written as a transaction of several statements, one round trip each. */
import { Effect } from "effect"
import { ledgerContender } from "./database.ts"

export const { run } = ledgerContender(({ driver, movement }) => (n) => {
  const { key, debit, credit, amount, reason } = movement(n)
  const id = `step-${n}`
  return Effect.scoped(
    Effect.flatMap(driver.borrow, ({ run }) =>
      Effect.promise(async () => {
        await run("BEGIN", [])
        await run(
          `INSERT INTO transfers (id, idempotency_key, debit, credit, amount, reason, at)
           VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (idempotency_key) DO NOTHING`,
          [id, key, debit, credit, amount, reason, new Date(n)],
        )
        await run(
          "UPDATE accounts SET balance = balance - $2 WHERE id = $1 AND balance >= $2 RETURNING id",
          [debit, amount],
        )
        await run("UPDATE accounts SET balance = balance + $2 WHERE id = $1", [credit, amount])
        await run(
          "INSERT INTO entries (transfer_id, account_id, amount) VALUES ($1, $2, -$4::bigint), ($1, $3, $4::bigint)",
          [id, debit, credit, amount],
        )
        await run("COMMIT", [])
      }),
    ),
  )
})
