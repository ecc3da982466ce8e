/** The guarantees of every database driver, with the same SQL. */
import { Effect, Fiber, Latch, type Layer, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { SqlDatabase } from "./database.ts"
import { INSERT_MEMBER } from "../ledger/member-row.fixture.ts"
import { voidStatement, statement } from "./statement.ts"
import { BackendIds } from "../ids.ts"

const COUNT_MEMBERS = statement(
  Schema.Struct({ count: Schema.Int }),
  "SELECT count(*) AS count FROM members WHERE id LIKE $1",
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
          const id = `m_twice_${process.pid}`
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

    it("keeps nothing of an interrupted transaction, and lends its connection again", async () => {
      const kept = await run(
        Effect.gen(function* () {
          const database = yield* SqlDatabase
          const id = `m_interrupted_${process.pid}`
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

    it("repeats a transaction that conflicts with another one until it succeeds", async () => {
      const result = await run(
        Effect.gen(function* () {
          const database = yield* SqlDatabase
          const RAISE = voidStatement(
            "DO $$ BEGIN RAISE EXCEPTION 'met' USING ERRCODE = '40001'; END $$",
          )
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
}
