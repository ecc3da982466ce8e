/** The ledger checks' findings and their cost, on every database. */
import { Clock, Effect, Fiber, Latch, type Layer, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { shiftedClock } from "../backend.fixture.ts"
import { SqlDatabase, type SqlDatabaseShape, type SqlQueries } from "../db/database.ts"
import { voidStatement, statement } from "../db/statement.ts"
import { BackendIds } from "../ids.ts"
import { deleteDeliveriesOf, deleteDeliveredBefore, undeliveredAfter } from "../outbox/outbox.ts"
import { memberAccount } from "./accounts.ts"
import { checkAccountsAfter, checkLedger, checkNew, checkTransfersAfter } from "./ledger-check.ts"
import { checkOnce } from "./ledger-watch.ts"
import { move } from "./ledger.ts"
import { memberRow, spendCredits } from "./member-row.fixture.ts"

const FORCE_BALANCE = voidStatement("UPDATE accounts SET balance = $2 WHERE id = $1")

/** Explains each statement before it runs. */
const explaining = (database: SqlDatabaseShape) => {
  const plans: Array<string> = []
  const explain = (text: string) =>
    statement(Schema.Struct({ "QUERY PLAN": Schema.Unknown }), `EXPLAIN (FORMAT JSON) ${text}`)
  const queries: SqlQueries = {
    query: (one, values) =>
      Effect.andThen(
        Effect.map(database.query(explain(one.text), values), (rows) =>
          plans.push(`${one.text}\n${JSON.stringify(rows)}`),
        ),
        database.query(one, values),
      ),
  }
  return { plans, queries }
}

/** Ten pages of movements, as many accounts, delivered events, and up-to-date statistics. */
const fill = (database: SqlDatabaseShape) =>
  Effect.forEach(
    [
      `INSERT INTO members (id, email, email_key, username, username_key, password_hash, lang, registered_at)
       SELECT 'm_many_' || n, n, 'many' || n, n, 'many' || n, 'none', 'nl', now() FROM generate_series(1, 10000) n`,
      `INSERT INTO accounts (id, member_id, balance)
       SELECT 'member:m_many_' || n, 'm_many_' || n, 5 FROM generate_series(1, 10000) n`,
      `INSERT INTO transfers (id, idempotency_key, debit, credit, amount, reason, at)
       SELECT 'tr_many_' || n, 'many:' || n, 'house:given', 'member:m_many_' || n, 5, 'demo', now()
       FROM generate_series(1, 10000) n`,
      `INSERT INTO entries (transfer_id, account_id, amount)
       SELECT 'tr_many_' || n, 'house:given', -5 FROM generate_series(1, 10000) n
       UNION ALL SELECT 'tr_many_' || n, 'member:m_many_' || n, 5 FROM generate_series(1, 10000) n`,
      `INSERT INTO outbox (member_id, event, payload, written_at, told_at)
       SELECT 'm_many_' || n, 'setCredits', '{"credits":1}', now(), now() FROM generate_series(1, 10000) n`,
      "ANALYZE members, accounts, transfers, entries, outbox",
    ],
    (text) => database.query(voidStatement(text)),
  )

export const ledgerCheckConformance = (name: string, database: () => Layer.Layer<SqlDatabase>) => {
  const run = <A, E>(effect: Effect.Effect<A, E, SqlDatabase | BackendIds>) =>
    Effect.runPromise(effect.pipe(Effect.provide(database()), Effect.provide(BackendIds.layer)))

  describe(`checks of the ledger on ${name}`, () => {
    it("find each kind of fault by its name, in new movements and in all of them, until it is mended", async () => {
      const found = await run(
        Effect.gen(function* () {
          const database = yield* SqlDatabase
          const before = yield* checkOnce(database)
          const member = yield* memberRow(40)
          const account = memberAccount(member)
          const { transferId } = yield* spendCredits(member, `fault:${member}`, 10)
          const set = (table: "accounts" | "entries", values: string, where: string) =>
            database.query(voidStatement(`UPDATE ${table} SET ${values} WHERE ${where}`))
          const both = Effect.gen(function* () {
            const everything = yield* checkLedger(database)
            return { everything, turn: (yield* checkOnce(database)).faults }
          })
          const house = `transfer_id = '${transferId}' AND account_id = 'house:earned'`
          yield* set("entries", "amount = amount + 1", house)
          const oneSide = yield* both
          yield* set("entries", "amount = amount - 1", house)
          yield* set("entries", "amount = -amount", `transfer_id = '${transferId}'`)
          const turnedRound = yield* both
          yield* set("entries", "amount = -amount", `transfer_id = '${transferId}'`)
          yield* database.query(voidStatement(`DELETE FROM entries WHERE ${house}`))
          const sideGone = yield* both
          yield* database.query(
            voidStatement(`INSERT INTO entries VALUES ('${transferId}', 'house:earned', 10)`),
          )
          // Its transfer is no longer recent: only the balance changes.
          yield* database.query(FORCE_BALANCE, [account, 31])
          const drifted = yield* both
          yield* database.query(FORCE_BALANCE, [account, 30])
          return {
            before: before.faults,
            transferId,
            account,
            oneSide,
            turnedRound,
            sideGone,
            drifted,
            after: yield* both,
          }
        }),
      )
      const { transferId, account } = found
      const none = { lopsided: 0, drifted: 0 }
      expect(found.before).toEqual(none)
      expect(found.oneSide).toEqual({
        everything: { lopsided: [transferId], drifted: [] },
        turn: { lopsided: 1, drifted: 0 },
      })
      expect(found.turnedRound.everything).toEqual({ lopsided: [transferId], drifted: [account] })
      expect(found.sideGone.everything).toEqual({ lopsided: [transferId], drifted: [] })
      expect(found.drifted.everything).toEqual({ lopsided: [], drifted: [account] })
      expect(found.after).toEqual({ everything: { lopsided: [], drifted: [] }, turn: none })
    })

    it("find in their hourly pass through everything a fault that no movement touched", async () => {
      const time = shiftedClock()
      const [before, after] = await run(
        Effect.gen(function* () {
          const database = yield* SqlDatabase
          const member = yield* memberRow(40)
          yield* checkOnce(database)
          yield* database.query(FORCE_BALANCE, [memberAccount(member), 41])
          const before = yield* checkOnce(database)
          time.forward(3_600_000)
          const after = yield* checkOnce(database)
          yield* database.query(FORCE_BALANCE, [memberAccount(member), 40])
          yield* checkOnce(database)
          return [before, after] as const
        }).pipe(Effect.provideService(Clock.Clock, time.clock)),
      )
      expect(before.faults).toEqual({ lopsided: 0, drifted: 0 })
      expect(after.faults).toEqual({ lopsided: 0, drifted: 1 })
    })

    // PGlite has one connection, so nothing can write beside an open transaction. This also checks that the
    // quick transaction does not wait for the slow one, whose credits go to the same house account.
    it.runIf(name === "PostgreSQL")(
      "check a movement when it becomes visible, however late its transaction ends",
      async () => {
        const { early, late } = await run(
          Effect.gen(function* () {
            const database = yield* SqlDatabase
            const [slow, quick] = [yield* memberRow(40), yield* memberRow(10)]
            const moved = yield* Latch.make()
            const checked = yield* Latch.make()
            const fiber = yield* Effect.forkChild(
              database.transaction((queries) =>
                Effect.gen(function* () {
                  yield* move(queries, {
                    key: `slow:${slow}`,
                    debit: memberAccount(slow),
                    credit: "house:earned",
                    amount: 10,
                    reason: "spent",
                  })
                  yield* queries.query(FORCE_BALANCE, [memberAccount(slow), 31])
                  yield* moved.open
                  yield* checked.await
                }),
              ),
            )
            yield* moved.await
            yield* spendCredits(quick, `quick:${quick}`, 5)
            const early = yield* checkOnce(database)
            yield* checked.open
            yield* Fiber.join(fiber)
            const late = yield* checkOnce(database)
            yield* database.query(FORCE_BALANCE, [memberAccount(slow), 30])
            yield* checkOnce(database)
            return { early, late }
          }),
        )
        expect(early.faults).toEqual({ lopsided: 0, drifted: 0 })
        expect(late.faults).toEqual({ lopsided: 0, drifted: 1 })
      },
    )

    // Both use the same planner; PGlite takes long to fill.
    it.runIf(name === "PostgreSQL")(
      "use an index for what they do again and again, however many rows there are",
      async () => {
        const plans = await run(
          Effect.gen(function* () {
            const database = yield* SqlDatabase
            yield* fill(database)
            const { plans, queries } = explaining(database)
            yield* checkNew(queries, 2, Number.MAX_SAFE_INTEGER)
            yield* checkTransfersAfter(queries, "tr_many_5")
            yield* checkAccountsAfter(queries, "member:m_many_5")
            yield* undeliveredAfter(queries, 0, 200)
            yield* deleteDeliveredBefore(queries, new Date(0))
            yield* deleteDeliveriesOf(queries, "m_many_1")
            return plans
          }),
        )
        expect(plans.length).toBeGreaterThanOrEqual(6)
        for (const plan of plans) expect(plan).not.toContain("Seq Scan")
      },
    )
  })
}
