/**
 * Nothing is granted twice, however often the bank sends its notices and whatever fails in between
 * (docs/reliability.md, P7 to P10).
 *
 *   SEED=17 npx vitest run test/simulation/payments.server.test.ts    one seed again
 *   npm run proof payments                                     1,000 seeds
 */
import { Deferred, Effect, Layer, Logger, ManagedRuntime, Result } from "effect"
import { afterAll, expect, it } from "vitest"
import { BackendConfig, readBackendConfig } from "@foldcast/backend/config"
import { SqlDatabase } from "@foldcast/backend/db/database"
import { migratedDatabase } from "@foldcast/backend/db/migrated-database.fixture"
import { openDatabase } from "@foldcast/backend/db/open-database"
import { ListeningAt } from "@foldcast/backend/http/listening-address"
import { BackendIds } from "@foldcast/backend/ids"
import { addsUp, checkLedger } from "@foldcast/backend/ledger/ledger-check"
import { MailSender } from "@foldcast/backend/mail/mail-sender"
import { OutboxRelay } from "@foldcast/backend/outbox/relay"
import { countsNothing, grantsTwice, type PlantedBug, settleUnderFaults } from "./payments.ts"

const isFull = process.env["PROOF"] === "full"
const asked = process.env["SEED"]
const FIRST = asked === undefined ? 1 : Number(asked)
const SEEDS = asked === undefined ? (isFull ? 1_000 : 4) : 1

const runtime = ManagedRuntime.make(
  Layer.mergeAll(
    Layer.effect(SqlDatabase, Effect.flatMap(migratedDatabase, openDatabase)),
    Layer.succeed(BackendConfig, Result.getOrThrow(readBackendConfig({}))),
    Layer.succeed(OutboxRelay, OutboxRelay.of({ wake: Effect.void })),
    MailSender.silent,
    Layer.effect(
      ListeningAt,
      Effect.tap(Deferred.make<string>(), (address) =>
        Deferred.succeed(address, "http://127.0.0.1:3100"),
      ),
    ),
    BackendIds.layer,
    Logger.layer([]),
  ),
)
afterAll(() => runtime.dispose())

const violationOf = (seed: number, bug: PlantedBug) =>
  runtime.runPromise(settleUnderFaults(seed, bug))

it("the simulation grants each payment once, whatever the bank repeats and however transactions end", async () => {
  for (let seed = FIRST; seed < FIRST + SEEDS; seed += 1) {
    const violation = await violationOf(seed, (database) => database)
    expect(
      violation,
      `SEED=${seed} npx vitest run test/simulation/payments.server.test.ts`,
    ).toBeNull()
  }
  const faults = await runtime.runPromise(Effect.flatMap(SqlDatabase, checkLedger))
  expect(addsUp(faults)).toBe(true)
}, 1_200_000)

it("the simulation finds a double grant", async () => {
  // Uses new members, because those of the first test have balances.
  const violations: Array<string | null> = []
  for (let seed = FIRST + SEEDS; violations.length < 2; seed += 1) {
    violations.push(await violationOf(seed, grantsTwice))
  }
  expect(violations).toContainEqual(expect.stringContaining("and should have"))
})

it("the simulation finds a limit that is exceeded", async () => {
  const violations: Array<string | null> = []
  for (let seed = FIRST + SEEDS + 100; violations.length < 4; seed += 1) {
    violations.push(await violationOf(seed, countsNothing))
  }
  expect(violations).toContainEqual(expect.stringContaining("and may have"))
})
