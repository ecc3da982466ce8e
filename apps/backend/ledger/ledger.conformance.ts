/** The ledger's guarantees, on every database. */
import { Effect, type Layer } from "effect"
import { describe, expect, it } from "vitest"
import { SqlDatabase } from "../db/database.ts"
import { voidStatement } from "../db/statement.ts"
import { BackendIds } from "../ids.ts"
import { memberAccount } from "./accounts.ts"
import { addsUp, checkLedger } from "./ledger-check.ts"
import { balanceOf, InsufficientCredits, KeyReused, move } from "./ledger.ts"
import { memberRow, spendCredits } from "./member-row.fixture.ts"

const FORCE_BALANCE = voidStatement("UPDATE accounts SET balance = $2 WHERE id = $1")

export const ledgerConformance = (name: string, database: () => Layer.Layer<SqlDatabase>) => {
  const run = <A, E>(effect: Effect.Effect<A, E, SqlDatabase | BackendIds>) =>
    Effect.runPromise(effect.pipe(Effect.provide(database()), Effect.provide(BackendIds.layer)))

  describe(`ledger on ${name}`, () => {
    it("keeps every balance a whole number and never below zero, whichever calls run at once [WALLET-05]", async () => {
      const { refused, forced, balance } = await run(
        Effect.gen(function* () {
          const database = yield* SqlDatabase
          const member = yield* memberRow(100)
          const refused = yield* Effect.flip(spendCredits(member, `over:${member}`, 101))
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

    it("takes many spendings at once, never for more than there is, and each key once", async () => {
      const start = 1_000
      const { applied, balance, sums } = await run(
        Effect.gen(function* () {
          const database = yield* SqlDatabase
          const member = yield* memberRow(start)
          // 64 concurrent spenders, 320 attempts of 5 credits under 160 keys; the credits suffice for 200.
          const tries = Array.from({ length: 320 }, (_, index) => `${member}:${index % 160}`)
          const outcomes = yield* Effect.forEach(
            tries,
            (key) => spendCredits(member, key, 5).pipe(Effect.result),
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
            (key) => spendCredits(member, key, 7).pipe(Effect.result),
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

    it("moves credits both ways between two members at once without a deadlock, and loses none", async () => {
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
          yield* spendCredits(member, `${member}:a`, 10)
          const reused = yield* Effect.flip(spendCredits(member, `${member}:a`, 9))
          yield* Effect.flip(spendCredits(member, `${member}:b`, 5))
          const database = yield* SqlDatabase
          yield* move(database, {
            key: `${member}:c`,
            debit: "house:given",
            credit: memberAccount(member),
            amount: 5,
            reason: "demo",
          })
          return { reused, later: yield* spendCredits(member, `${member}:b`, 5) }
        }),
      )
      expect(reused).toBeInstanceOf(KeyReused)
      expect(later.now).toBe(true)
    })
  })
}
