/** Movements from before the history existed: the migration restores their order, balances and causes. */
import { Effect } from "effect"
import { expect, it } from "vitest"
import { voidStatement } from "../db/statement.ts"
import { makeSqlDatabase } from "../db/database.ts"
import { migrateDatabase } from "../db/migrate.ts"
import { DATABASE_MIGRATIONS } from "../db/migrations.ts"
import { makePGlite } from "../db/pglite.ts"
import { BackendIds } from "../ids.ts"
import { move } from "./ledger.ts"
import { movementsOf } from "./movements.ts"

const BEFORE = DATABASE_MIGRATIONS.findIndex(({ name }) => name === "movements-of-members")

const OLDER = [
  `INSERT INTO members (id, email, email_key, username, username_key, password_hash, lang, registered_at)
   VALUES ('m_1', 'a@b.test', 'a@b.test', 'a', 'a', '', 'nl', now())`,
  "INSERT INTO accounts (id, member_id, balance) VALUES ('member:m_1', 'm_1', 0)",
  `INSERT INTO paid_time (session_id, member_id, performer_id, mode, credits_per_minute, intervals, paid,
     began_at, ended_at, seconds, credits)
   VALUES ('s_1', 'm_1', 'p_1', 'vip', 240, 1, 40, now(), now(), 6, 24)`,
  `SELECT ledger_transfer('tr_z', 'welcome:m_1', 'house:given', 'member:m_1', 100, 'welcome', '2026-01-01')`,
  `SELECT ledger_transfer('tr_b', 'paid:s_1:1', 'member:m_1', 'house:earned', 40, 'paid-time', '2026-01-02')`,
  `SELECT ledger_transfer('tr_a', 'paid-return:s_1', 'house:earned', 'member:m_1', 16, 'paid-time-returned', '2026-01-03')`,
]

it("the list of movements holds those from before it existed, and continues behind them", async () => {
  const { rows } = await Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const driver = yield* makePGlite(null)
        const database = makeSqlDatabase(driver)
        yield* migrateDatabase(driver, DATABASE_MIGRATIONS.slice(0, BEFORE))
        for (const text of OLDER) yield* database.query(voidStatement(text), [])
        yield* migrateDatabase(driver, DATABASE_MIGRATIONS)
        yield* move(database, {
          key: "spent:1",
          debit: "member:m_1",
          credit: "house:earned",
          amount: 6,
          reason: "spent",
        })
        return yield* movementsOf(database, "m_1", {
          before: null,
          limit: 10,
          withdrawableSince: new Date(0),
        })
      }),
    ).pipe(Effect.provide(BackendIds.layer)),
  )
  const session = { session_id: "s_1", mode: "vip", session_credits: 24, performer_id: "p_1" }
  expect(rows).toMatchObject([
    { number: 4, amount: -6, balance: 70, reason: "spent", session_id: null },
    { number: 3, id: "tr_a", amount: 16, balance: 76, session_movements: 2, ...session },
    { number: 2, id: "tr_b", amount: -40, balance: 60, session_seconds: 6, ...session },
    { number: 1, id: "tr_z", amount: 100, balance: 100, session_id: null },
  ])
})
