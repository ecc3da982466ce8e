/** The same database function in one statement, which is a transaction, and nothing around it. */
import { Effect } from "effect"
import { ledgerContender } from "./database.ts"

const CALL = "SELECT outcome, transfer_id FROM ledger_transfer($1, $2, $3, $4, $5, $6, $7, $8)"

export const { run } = ledgerContender(({ driver, movement }) => (n) => {
  const { key, debit, credit, amount, reason } = movement(n)
  return Effect.scoped(
    Effect.flatMap(driver.borrow, (connection) =>
      Effect.promise(() =>
        connection.run(CALL, [`bare-${n}`, key, debit, credit, amount, reason, null, new Date(n)]),
      ),
    ),
  )
})
