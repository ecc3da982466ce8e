/**
 * The backend's database with members who have credits, in a directory of its own. The contenders differ only in
 * how they request a debit.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { makeSqlDatabase } from "@foldcast/backend/db/database"
import type { DriverConnection, Driver } from "@foldcast/backend/db/driver"
import { migrateDatabase } from "@foldcast/backend/db/migrate"
import { DATABASE_MIGRATIONS } from "@foldcast/backend/db/migrations"
import { makePGlite } from "@foldcast/backend/db/pglite"
import { BackendIds } from "@foldcast/backend/ids"
import { type LedgerMovement, move } from "@foldcast/backend/ledger/ledger"
import type { Contender, Figures } from "../harness/contest.ts"

const MEMBERS = 200

const SCRIPT = `
  INSERT INTO members (id, email, email_key, username, username_key, password_hash, lang, registered_at)
  SELECT 'm' || n, 'm' || n, 'm' || n, 'm' || n, 'm' || n, '', 'nl', now()
  FROM generate_series(0, ${MEMBERS - 1}) AS n;
  INSERT INTO accounts (id, member_id, balance)
  SELECT 'member:m' || n, 'm' || n, 0 FROM generate_series(0, ${MEMBERS - 1}) AS n;
`
const CREDITS = 1_000_000

const movement = (n: number): LedgerMovement => ({
  key: `spend-${n}`,
  debit: `member:m${n % MEMBERS}`,
  credit: "house:earned",
  amount: 1,
  reason: "spent",
})

/** One debit: `n` is different each time. */
export type Debit = (n: number) => Effect.Effect<unknown, unknown>
export interface LedgerStorage {
  readonly driver: Driver
  readonly movement: (n: number) => LedgerMovement
}

const scripted = (driver: Driver, work: (connection: DriverConnection) => Promise<unknown>) =>
  Effect.scoped(
    Effect.flatMap(driver.borrow, (connection) => Effect.promise(() => work(connection))),
  )

const perSecond = (debit: Debit, first: number, callers: number, forMs: number) =>
  Effect.gen(function* () {
    const start = performance.now()
    let next = first
    const caller = Effect.gen(function* () {
      while (performance.now() - start < forMs) yield* debit(next++)
    })
    yield* Effect.all(
      Array.from({ length: callers }, () => caller),
      {
        concurrency: "unbounded",
        discard: true,
      },
    )
    return { rate: (next - first) / ((performance.now() - start) / 1_000), next }
  })

export const ledgerContender = (debitOn: (ground: LedgerStorage) => Debit): Contender => ({
  run: ({ measureMs, directory: given }) => {
    const directory = given?.toString() ?? mkdtempSync(join(tmpdir(), "foldcast-bench-"))
    const program = Effect.gen(function* () {
      const driver = yield* makePGlite(directory)
      yield* migrateDatabase(driver, DATABASE_MIGRATIONS)
      yield* scripted(driver, (connection) => connection.script(SCRIPT))
      const database = makeSqlDatabase(driver)
      for (let n = 0; n < MEMBERS; n++) {
        yield* move(database, {
          key: `give-${n}`,
          debit: "house:given",
          credit: `member:m${n}`,
          amount: CREDITS,
          reason: "demo",
        })
      }
      const debit = debitOn({ driver, movement })
      const warm = yield* perSecond(debit, 0, 4, Math.min(500, Number(measureMs)))
      const one = yield* perSecond(debit, warm.next, 1, Number(measureMs))
      const sixteen = yield* perSecond(debit, one.next, 16, Number(measureMs))
      const figures: Figures = { one: one.rate, sixteen: sixteen.rate }
      return figures
    })
    return Effect.runPromise(program.pipe(Effect.scoped, Effect.provide(BackendIds.layer))).finally(
      () => rmSync(directory, { recursive: true, force: true }),
    )
  },
})
