/** What a bank that does not take some refunds does to the others. */
import { Effect, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import { expect, it } from "vitest"
import { BackendConfig, readBackendConfig } from "../config.ts"
import { SqlDatabase } from "../db/database.ts"
import { migratedDatabase } from "../db/migrated-database.fixture.ts"
import { openDatabase } from "../db/open-database.ts"
import { voidStatement } from "../db/statement.ts"
import { BackendIds } from "../ids.ts"
import { otherParty } from "../http/other-party.fixture.ts"
import { silentLayer } from "../logging.ts"
import { insertMember } from "../members/member-store.ts"
import { newMember } from "../members/new-member.fixture.ts"
import { Refunds } from "./refunds.ts"

const config = Result.getOrThrow(readBackendConfig({}))

/** No time passes: whom the bank does not answer is waited for. */
const servicesAt = (url: string) =>
  Refunds.layer.pipe(
    Layer.provide(Layer.succeed(BackendConfig, { ...config, bank: { ...config.bank, url } })),
    Layer.provideMerge(
      Layer.effect(
        SqlDatabase,
        Effect.gen(function* () {
          const database = yield* openDatabase(yield* migratedDatabase)
          yield* insertMember(database, newMember())
          yield* database.query(WITHDRAWN, [DUE])
          return database
        }),
      ),
    ),
    Layer.provideMerge(Layer.mergeAll(TestClock.layer(), BackendIds.layer, silentLayer)),
  )

const DUE = 210
/** Purchases that were withdrawn from, ten at each moment. */
const WITHDRAWN = voidStatement(
  `INSERT INTO payment_sessions (id, member_id, bundle_id, payment_method, device, amount_cents, credits, lang,
     opened_at, state, transaction_id, settled_at, withdrawn_at)
   SELECT 'ps_' || n, 'm_1', 'bundle-600', '10', 'desktop', 990, 600, 'nl',
     now(), 'paid', 'tx_' || n, now(), timestamptz '2026-01-01' + n / 10 * interval '1 minute'
   FROM generate_series(1, $1::int) AS n`,
)

it("a round asks for every refund that is due, also where the bank does not answer the first and refuses the others", async () => {
  const silent = new Set(["ps_1", "ps_2", "ps_3"])
  const bank = await otherParty(({ sessionId }) => (silent.has(String(sessionId)) ? null : 503))
  await Effect.runPromise(
    Effect.promise(() => bank.until(() => true, DUE)).pipe(Effect.provide(servicesAt(bank.url))),
  )
  expect(new Set(bank.heard.map(({ sessionId }) => sessionId)).size).toBe(DUE)
  bank.close()
})
