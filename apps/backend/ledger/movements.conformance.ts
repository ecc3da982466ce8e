/** The guarantees of a member's history, on every database. */
import { Effect, type Layer } from "effect"
import { describe, expect, it } from "vitest"
import { SqlDatabase } from "../db/database.ts"
import { memberRow } from "./member-row.fixture.ts"
import { BackendIds } from "../ids.ts"
import { memberAccount } from "./accounts.ts"
import { balanceOf, move } from "./ledger.ts"
import { type StoredMovement, movementsOf } from "./movements.ts"

const readAll = Effect.fnUntraced(function* (member: string, limit: number) {
  const database = yield* SqlDatabase
  const rows: Array<StoredMovement> = []
  let before: number | null = null
  do {
    const page: Effect.Success<ReturnType<typeof movementsOf>> = yield* movementsOf(
      database,
      member,
      { before, limit, withdrawableSince: new Date(0) },
    )
    rows.push(...page.rows)
    before = page.next
  } while (before !== null)
  return rows
})

export const movementsConformance = (name: string, database: () => Layer.Layer<SqlDatabase>) => {
  const run = <A, E>(effect: Effect.Effect<A, E, SqlDatabase | BackendIds>) =>
    Effect.runPromise(effect.pipe(Effect.provide(database()), Effect.provide(BackendIds.layer)))

  describe(`movements on ${name}`, () => {
    it("list each movement once, newest first, with the balance it left, however many happen at once", async () => {
      const { rows, balance } = await run(
        Effect.gen(function* () {
          const queries = yield* SqlDatabase
          const member = yield* memberRow(100)
          const spending = Array.from({ length: 12 }, (_, index) =>
            move(queries, {
              key: `history:${member}:${index}`,
              debit: memberAccount(member),
              credit: "house:earned",
              amount: index + 1,
              reason: "spent",
            }),
          )
          yield* Effect.all(spending, { concurrency: "unbounded" })
          return { rows: yield* readAll(member, 5), balance: yield* balanceOf(queries, member) }
        }),
      )
      expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 13 }, (_, i) => 13 - i))
      expect(new Set(rows.map(({ id }) => id)).size).toBe(13)
      expect(rows[0]?.balance).toBe(balance)
      rows.forEach((row, index) => {
        expect(row.balance - row.amount).toBe(rows[index + 1]?.balance ?? 0)
      })
    })

    it("list nothing that was refused or happened earlier, nor another member's", async () => {
      const rows = await run(
        Effect.gen(function* () {
          const queries = yield* SqlDatabase
          const [member, other] = [yield* memberRow(10), yield* memberRow(10)]
          const spend = (amount: number, key: string) =>
            move(queries, {
              key: `${key}:${member}`,
              debit: memberAccount(member),
              credit: memberAccount(other),
              amount,
              reason: "spent",
            })
          yield* Effect.flip(spend(11, "too-much"))
          yield* spend(4, "once")
          yield* spend(4, "once")
          return [yield* readAll(member, 50), yield* readAll(other, 50)]
        }),
      )
      const told = rows.map((list) =>
        list.map(({ number, amount, balance }) => [number, amount, balance]),
      )
      expect(told).toEqual([
        [
          [2, -4, 6],
          [1, 10, 10],
        ],
        [
          [2, 4, 14],
          [1, 10, 10],
        ],
      ])
    })
  })
}
