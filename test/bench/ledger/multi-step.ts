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
          `UPDATE accounts SET balance = balance - $2, movements = movements + 1
           WHERE id = $1 AND balance >= $2 RETURNING id`,
          [debit, amount],
        )
        await run(
          "UPDATE accounts SET balance = balance + $2, movements = movements + 1 WHERE id = $1",
          [credit, amount],
        )
        await run(
          `INSERT INTO entries (transfer_id, account_id, amount, number, balance)
           SELECT $1, id, CASE WHEN id = $2 THEN -$4::bigint ELSE $4::bigint END,
                  CASE WHEN balance IS NOT NULL THEN movements END, balance
           FROM accounts WHERE id IN ($2, $3)`,
          [id, debit, credit, amount],
        )
        await run("COMMIT", [])
      }),
    ),
  )
})
