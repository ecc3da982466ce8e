/** Members with a credit account, for tests of the ledger and of code that uses it. */
import { Effect } from "effect"
import { SqlDatabase } from "../db/database.ts"
import { voidStatement } from "../db/statement.ts"
import { memberAccount } from "./accounts.ts"
import { move } from "./ledger.ts"

export const INSERT_MEMBER = voidStatement(
  `INSERT INTO members (id, email, email_key, username, username_key, password_hash, lang, registered_at)
   VALUES ($1, $1, $1, $1, $1, 'none', 'nl', $2)`,
)
const INSERT_ACCOUNT = voidStatement(
  "INSERT INTO accounts (id, member_id, balance) VALUES ($1, $2, 0)",
)

let made = 0

export const memberRow = (credits: number) =>
  Effect.gen(function* () {
    const id = `m_conformance_${process.pid}_${made++}`
    const database = yield* SqlDatabase
    yield* database.query(INSERT_MEMBER, [id, new Date(0)])
    yield* database.query(INSERT_ACCOUNT, [memberAccount(id), id])
    if (credits > 0) {
      yield* move(database, {
        key: `start:${id}`,
        debit: "house:given",
        credit: memberAccount(id),
        amount: credits,
        reason: "demo",
      })
    }
    return id
  })

export const spendCredits = (member: string, key: string, amount: number) =>
  Effect.flatMap(SqlDatabase, (database) =>
    move(database, {
      key,
      debit: memberAccount(member),
      credit: "house:earned",
      amount,
      reason: "spent",
    }),
  )
