/**
 * What every database must do, whichever driver is under it: the same guarantees, the same SQL. Run by
 * database.test.ts on PGlite and on PostgreSQL.
 */
import { Clock, Effect, Fiber, Latch, Layer, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { memberAccount } from "../ledger/accounts.ts"
import {
  addsUp,
  checkAccountsAfter,
  checkLedger,
  checkNew,
  checkTransfersAfter,
} from "../ledger/ledger-check.ts"
import { checkOnce } from "../ledger/ledger-watch.ts"
import { balanceOf, InsufficientCredits, KeyReused, move } from "../ledger/ledger.ts"
import { BackendIds } from "../ids.ts"
import { shiftedClock } from "../backend.fixture.ts"
import { deleteDeliveriesOf, deleteDeliveredBefore, undeliveredAfter } from "../outbox/outbox.ts"
import { SqlDatabase, type SqlDatabaseShape, type SqlQueries } from "./database.ts"
import { command, statement } from "./statement.ts"

const INSERT_MEMBER = command(
  `INSERT INTO members (id, email, email_key, username, username_key, password_hash, lang, registered_at)
   VALUES ($1, $1, $1, $1, $1, 'none', 'nl', $2)`,
)
const INSERT_ACCOUNT = command("INSERT INTO accounts (id, member_id, balance) VALUES ($1, $2, 0)")
const FORCE_BALANCE = command("UPDATE accounts SET balance = $2 WHERE id = $1")
const COUNT_MEMBERS = statement(
  Schema.Struct({ count: Schema.Int }),
  "SELECT count(*) AS count FROM members WHERE id LIKE $1",
)

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

/** Ten pages of movements, as many accounts, events that were told, and statistics that know of them. */
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
    (text) => database.query(command(text)),
  )

let made = 0

/** A member with an account that holds `credits`. */
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

const spend = (member: string, key: string, amount: number) =>
  Effect.flatMap(SqlDatabase, (database) =>
    move(database, {
      key,
      debit: memberAccount(member),
      credit: "house:earned",
      amount,
      reason: "spent",
    }),
  )

export const databaseConformance = (name: string, database: () => Layer.Layer<SqlDatabase>) => {
  const run = <A, E>(effect: Effect.Effect<A, E, SqlDatabase | BackendIds>) =>
    Effect.runPromise(effect.pipe(Effect.provide(database()), Effect.provide(BackendIds.layer)))

  describe(`database on ${name}`, () => {
    it("decodes whole numbers, texts, moments, JSON and null", async () => {
      const Row = Schema.Struct({
        big: Schema.Int,
        sum: Schema.Int,
        text: Schema.String,
        at: Schema.Date,
        json: Schema.Struct({ a: Schema.Array(Schema.Int) }),
        none: Schema.Null,
      })
      const everything = statement(
        Row,
        `SELECT 9007199254740991::bigint AS big, sum(x) AS sum, $1::text AS text,
                $2::timestamptz AS at, $3::jsonb AS json, $4::text AS none
         FROM unnest(ARRAY[1, 2]::bigint[]) AS x`,
      )
      const at = new Date("2026-02-28T23:59:59.123Z")
      const rows = await run(
        Effect.flatMap(SqlDatabase, (database) =>
          database.query(everything, ["a 'quoted' é", at, '{"a":[1,2]}', null]),
        ),
      )
      expect(rows).toEqual([
        {
          big: 9007199254740991,
          sum: 3,
          text: "a 'quoted' é",
          at,
          json: { a: [1, 2] },
          none: null,
        },
      ])
    })

    it("names the constraint that refused a change, and keeps nothing of that transaction", async () => {
      const { error, kept } = await run(
        Effect.gen(function* () {
          const database = yield* SqlDatabase
          const id = `m_twice_${made++}`
          const error = yield* Effect.flip(
            database.transaction((queries) =>
              Effect.gen(function* () {
                yield* queries.query(INSERT_MEMBER, [id, new Date(0)])
                yield* queries.query(INSERT_MEMBER, [`${id}_b`, new Date(0)])
                yield* queries.query(INSERT_MEMBER, [id, new Date(0)])
              }),
            ),
          )
          return { error, kept: yield* database.query(COUNT_MEMBERS, [`${id}%`]) }
        }),
      )
      expect(error).toMatchObject({ _tag: "ConstraintViolated", constraint: "members_pkey" })
      expect(kept).toEqual([{ count: 0 }])
    })

    it("leaves nothing of a transaction that is interrupted, and lends its connection again", async () => {
      const kept = await run(
        Effect.gen(function* () {
          const database = yield* SqlDatabase
          const id = `m_interrupted_${made++}`
          const inside = yield* Latch.make()
          const fiber = yield* Effect.forkChild(
            database.transaction((queries) =>
              queries
                .query(INSERT_MEMBER, [id, new Date(0)])
                .pipe(Effect.andThen(inside.open), Effect.andThen(Effect.never)),
            ),
          )
          yield* inside.await
          yield* Fiber.interrupt(fiber)
          return yield* database.query(COUNT_MEMBERS, [id])
        }),
      )
      expect(kept).toEqual([{ count: 0 }])
    })

    it("repeats a transaction that met another one until it goes through", async () => {
      const result = await run(
        Effect.gen(function* () {
          const database = yield* SqlDatabase
          const RAISE = command("DO $$ BEGIN RAISE EXCEPTION 'met' USING ERRCODE = '40001'; END $$")
          let attempts = 0
          const value = yield* database.transaction((queries) =>
            Effect.suspend(() =>
              ++attempts < 3 ? Effect.as(queries.query(RAISE), 0) : Effect.succeed(42),
            ),
          )
          return { attempts, value }
        }),
      )
      expect(result).toEqual({ attempts: 3, value: 42 })
    })
  })

  describe(`ledger on ${name}`, () => {
    it("keeps a balance a whole number and never below zero, whoever tries [WALLET-05]", async () => {
      const { refused, forced, balance } = await run(
        Effect.gen(function* () {
          const database = yield* SqlDatabase
          const member = yield* memberRow(100)
          const refused = yield* Effect.flip(spend(member, `over:${member}`, 101))
          const forced = yield* Effect.flip(
            database.query(FORCE_BALANCE, [memberAccount(member), -1]),
          )
          return { refused, forced, balance: yield* balanceOf(database, member) }
        }),
      )
      expect(refused).toBeInstanceOf(InsufficientCredits)
      expect(forced).toMatchObject({ constraint: "balance_never_negative" })
      expect(balance).toBe(100)
    })

    it("lets many spend at once, never more than there is, and each key once", async () => {
      const start = 1_000
      const { applied, balance, sums } = await run(
        Effect.gen(function* () {
          const database = yield* SqlDatabase
          const member = yield* memberRow(start)
          // 64 spenders, 320 tries of 5 credits under 160 keys: there is enough for 200 of them.
          const tries = Array.from({ length: 320 }, (_, index) => `${member}:${index % 160}`)
          const outcomes = yield* Effect.forEach(
            tries,
            (key) => spend(member, key, 5).pipe(Effect.result),
            { concurrency: 64 },
          )
          const applied = outcomes.filter((o) => o._tag === "Success" && o.success.now).length
          const balance = yield* balanceOf(database, member)
          return { applied, balance, sums: yield* checkLedger(database) }
        }),
      )
      expect(applied).toBe(160)
      expect(balance).toBe(start - 160 * 5)
      expect(addsUp(sums)).toBe(true)
    })

    it("stops exactly at zero when many spend the last credits", async () => {
      const { applied, refused, balance } = await run(
        Effect.gen(function* () {
          const database = yield* SqlDatabase
          const member = yield* memberRow(70)
          const outcomes = yield* Effect.forEach(
            Array.from({ length: 64 }, (_, index) => `${member}:last:${index}`),
            (key) => spend(member, key, 7).pipe(Effect.result),
            { concurrency: 64 },
          )
          const applied = outcomes.filter((o) => o._tag === "Success").length
          return {
            applied,
            refused: outcomes.filter(
              (o) => o._tag === "Failure" && o.failure instanceof InsufficientCredits,
            ).length,
            balance: yield* balanceOf(database, member),
          }
        }),
      )
      expect({ applied, refused, balance }).toEqual({ applied: 10, refused: 54, balance: 0 })
    })

    it("moves credits both ways between two members without a deadlock, losing none", async () => {
      const { sum, sums } = await run(
        Effect.gen(function* () {
          const database = yield* SqlDatabase
          const [a, b] = [yield* memberRow(500), yield* memberRow(500)]
          yield* Effect.forEach(
            Array.from({ length: 100 }, (_, index) => index),
            (index) => {
              const [from, to] = index % 2 === 0 ? [a, b] : [b, a]
              return move(database, {
                key: `${a}:${index}`,
                debit: memberAccount(from),
                credit: memberAccount(to),
                amount: 3,
                reason: "spent",
              }).pipe(Effect.catchTag("InsufficientCredits", () => Effect.void))
            },
            { concurrency: 32 },
          )
          const sum = (yield* balanceOf(database, a)) + (yield* balanceOf(database, b))
          return { sum, sums: yield* checkLedger(database) }
        }),
      )
      expect(sum).toBe(1_000)
      expect(addsUp(sums)).toBe(true)
    })

    it("refuses a key that moved something else, and forgets a key that moved nothing", async () => {
      const { reused, later } = await run(
        Effect.gen(function* () {
          const member = yield* memberRow(10)
          yield* spend(member, `${member}:a`, 10)
          const reused = yield* Effect.flip(spend(member, `${member}:a`, 9))
          yield* Effect.flip(spend(member, `${member}:b`, 5))
          const database = yield* SqlDatabase
          yield* move(database, {
            key: `${member}:c`,
            debit: "house:given",
            credit: memberAccount(member),
            amount: 5,
            reason: "demo",
          })
          return { reused, later: yield* spend(member, `${member}:b`, 5) }
        }),
      )
      expect(reused).toBeInstanceOf(KeyReused)
      expect(later.now).toBe(true)
    })

    it("finds each kind of fault by its name, in what is new and in everything, until it is mended", async () => {
      const found = await run(
        Effect.gen(function* () {
          const database = yield* SqlDatabase
          const before = yield* checkOnce(database)
          const member = yield* memberRow(40)
          const account = memberAccount(member)
          const { transferId } = yield* spend(member, `fault:${member}`, 10)
          const set = (table: "accounts" | "entries", values: string, where: string) =>
            database.query(command(`UPDATE ${table} SET ${values} WHERE ${where}`))
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
          yield* database.query(command(`DELETE FROM entries WHERE ${house}`))
          const sideGone = yield* both
          yield* database.query(
            command(`INSERT INTO entries VALUES ('${transferId}', 'house:earned', 10)`),
          )
          // Its transfer is no longer new: only the balance changes.
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

    it("finds in its hourly pass through everything what no movement touched", async () => {
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

    // PGlite has one connection: nothing is written beside an open transaction. That the quick one does not
    // wait for the slow one, whose credits go to the same account of the house, is tried here too.
    it.runIf(name === "PostgreSQL")(
      "checks a movement when it is new, however late its transaction ends",
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
            yield* spend(quick, `quick:${quick}`, 5)
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

    // The same planner on both; PGlite takes long to fill.
    it.runIf(name === "PostgreSQL")(
      "finds by an index what it does again and again, however much there is",
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
