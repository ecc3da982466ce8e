import { Effect, Layer, Option, Result } from "effect"
import { TestClock } from "effect/testing"
import { expect, it } from "vitest"
import { BackendConfig, readBackendConfig } from "../config.ts"
import { SqlDatabase } from "../db/database.ts"
import { migratedDatabase } from "../db/migrated-database.fixture.ts"
import { openDatabase } from "../db/open-database.ts"
import { BackendIds } from "../ids.ts"
import { silentLayer } from "../logging.ts"
import { MailSender } from "../mail/mail-sender.ts"
import { insertMember } from "../members/member-store.ts"
import { newMember } from "../members/new-member.fixture.ts"
import { OutboxRelay } from "../outbox/relay.ts"
import { undeliveredAfter } from "../outbox/outbox.ts"
import type { BankNotice } from "./bank-protocol.ts"
import { expireStaleSessions } from "./expire-stale-sessions.ts"
import { insertSession, sessionById } from "./session-store.ts"
import { settlePayment } from "./settle.ts"

let wakes = 0
const services = Layer.mergeAll(
  Layer.effect(SqlDatabase, Effect.flatMap(migratedDatabase, openDatabase)),
  Layer.succeed(BackendConfig, Result.getOrThrow(readBackendConfig({}))),
  Layer.succeed(OutboxRelay, OutboxRelay.of({ wake: Effect.sync(() => wakes++) })),
  MailSender.silent,
  BackendIds.layer,
).pipe(Layer.provideMerge(Layer.merge(TestClock.layer(), silentLayer)))

const HOUR_MS = 3_600_000
const notice: BankNotice = {
  v: 1,
  sessionId: "ps_forgotten",
  transactionId: "tx_late",
  amountCents: 990,
  currency: "EUR",
  status: "paid",
}

it("a payment that nobody finished expires as failed, once, and is granted when the money comes after all", async () => {
  const { early, late, again, toldOf, state, told, after } = await Effect.runPromise(
    Effect.gen(function* () {
      const database = yield* SqlDatabase
      yield* insertMember(database, newMember())
      yield* insertSession(database, {
        id: "ps_forgotten",
        memberId: "m_1",
        bundleId: "bundle-600",
        paymentMethod: "10",
        device: "desktop",
        amountCents: 990,
        credits: 600,
        lang: "nl",
        at: new Date(0),
      })
      yield* TestClock.setTime(1.25 * HOUR_MS)
      const early = yield* expireStaleSessions()
      const toldOf = [wakes]
      yield* TestClock.setTime(1.25 * HOUR_MS + 1)
      const late = yield* Effect.all([expireStaleSessions(), expireStaleSessions()], {
        concurrency: 2,
      })
      toldOf.push(wakes)
      const again = yield* expireStaleSessions()
      toldOf.push(wakes)
      const state = Option.getOrThrow(yield* sessionById(database, "ps_forgotten"))
      const told = yield* undeliveredAfter(database, 0, 10)
      yield* settlePayment(notice)
      const after = Option.getOrThrow(yield* sessionById(database, "ps_forgotten"))
      return { early, late, again, toldOf, state, told, after }
    }).pipe(Effect.provide(services)),
  )
  expect([early, late, again]).toEqual([0, [1, 1], 0])
  expect(toldOf).toEqual([0, 2, 2])
  expect(state).toMatchObject({ state: "failed", reason_code: 308 })
  expect(told.map(({ event, payload }) => [event, payload])).toEqual([
    ["payment-failed", { sessionId: "ps_forgotten", reasonCode: 308 }],
  ])
  expect(after).toMatchObject({ state: "paid", transaction_id: "tx_late" })
})
