import { Effect, Layer, Logger, Result, Schema } from "effect"
import { TestClock } from "effect/testing"
import { expect, it } from "vitest"
import { BackendConfig, readBackendConfig } from "../config.ts"
import { SqlDatabase, type SqlQueries } from "../db/database.ts"
import { migratedDatabase } from "../db/migrated-database.fixture.ts"
import { openDatabase } from "../db/open-database.ts"
import { voidStatement, statement } from "../db/statement.ts"
import { BackendIds } from "../ids.ts"
import { balanceOf } from "../ledger/ledger.ts"
import { MailSender } from "../mail/mail-sender.ts"
import { insertMember } from "../members/member-store.ts"
import { newMember } from "../members/new-member.fixture.ts"
import { OutboxRelay } from "../outbox/relay.ts"
import type { BankNotice } from "./bank-protocol.ts"
import { insertSession } from "./session-store.ts"
import { settlePayment } from "./settle.ts"

const alarms: Array<unknown> = []
const services = Layer.mergeAll(
  Layer.effect(SqlDatabase, Effect.flatMap(migratedDatabase, openDatabase)),
  Layer.succeed(BackendConfig, Result.getOrThrow(readBackendConfig({}))),
  Layer.succeed(OutboxRelay, OutboxRelay.of({ wake: Effect.void })),
  MailSender.silent,
  BackendIds.layer,
).pipe(
  Layer.provideMerge(
    Layer.merge(
      TestClock.layer(),
      Logger.layer([
        Logger.make<unknown, void>(({ logLevel, message }) => {
          if (logLevel === "Error") alarms.push(message)
        }),
      ]),
    ),
  ),
)

const NOTICES = statement(
  Schema.Struct({
    session_id: Schema.String,
    amount_cents: Schema.Int,
    decision: Schema.String,
    looked: Schema.Boolean,
    times: Schema.Int,
  }),
  `SELECT session_id, amount_cents, decision, looked_at IS NOT NULL AS looked, times
   FROM bank_notices WHERE transaction_id = $1 ORDER BY session_id, amount_cents`,
)

const CENTS = 990
const openSession = (queries: SqlQueries, id: string) =>
  insertSession(queries, {
    id,
    memberId: "m_1",
    bundleId: "bundle-600",
    paymentMethod: "10",
    device: "desktop",
    amountCents: CENTS,
    credits: 600,
    lang: "nl",
    at: new Date(0),
  })
const paid = (sessionId: string, transactionId: string, amountCents: number): BankNotice => ({
  v: 1,
  sessionId,
  transactionId,
  amountCents,
  currency: "EUR",
  status: "paid",
})

it("settling leaves a row for each different notice of the bank, by which a person finds a transaction, and an alarm for a wrong one", async () => {
  const { told, found } = await Effect.runPromise(
    Effect.gen(function* () {
      const database = yield* SqlDatabase
      yield* insertMember(database, newMember())
      for (const id of ["ps_a", "ps_b"]) {
        yield* openSession(database, id)
      }
      const say = (sessionId: string, amountCents: number) =>
        settlePayment(paid(sessionId, "tx_1", amountCents))
      const told = [
        yield* say("ps_a", 1),
        yield* say("ps_a", CENTS),
        yield* say("ps_a", CENTS),
        yield* say("ps_b", CENTS),
        yield* say("ps_b", CENTS),
      ]
      return { told, found: yield* database.query(NOTICES, ["tx_1"]) }
    }).pipe(Effect.provide(services)),
  )
  expect(told).toEqual(["wrong-amount", "grant", "ignore", "other-session", "other-session"])
  expect(found).toEqual([
    { session_id: "ps_a", amount_cents: 1, decision: "wrong-amount", looked: true, times: 1 },
    { session_id: "ps_a", amount_cents: CENTS, decision: "grant", looked: false, times: 2 },
    { session_id: "ps_b", amount_cents: CENTS, decision: "other-session", looked: false, times: 2 },
  ])
  const alarm = (decision: string, sessionId: string) => [
    "a payment needs a person",
    { decision, sessionId, transactionId: "tx_1" },
  ]
  expect(alarms).toEqual([
    alarm("wrong-amount", "ps_a"),
    alarm("other-session", "ps_b"),
    alarm("other-session", "ps_b"),
  ])
})

const DELETE_MEMBER = voidStatement("UPDATE members SET deleted = true")
const MAILS = statement(Schema.Struct({ id: Schema.Int }), "SELECT id FROM mail_outbox")

it("settling mails the buyer, and nobody where the account was deleted before; the credits are booked all the same", async () => {
  const { mailed, mailedLater, balance } = await Effect.runPromise(
    Effect.gen(function* () {
      const database = yield* SqlDatabase
      yield* insertMember(database, newMember())
      for (const id of ["ps_a", "ps_b"]) yield* openSession(database, id)
      yield* settlePayment(paid("ps_a", "tx_a", CENTS))
      const mailed = yield* database.query(MAILS)
      yield* database.query(DELETE_MEMBER)
      yield* settlePayment(paid("ps_b", "tx_b", CENTS))
      const mailedLater = yield* database.query(MAILS)
      return { mailed, mailedLater, balance: yield* balanceOf(database, "m_1") }
    }).pipe(Effect.provide(services)),
  )
  expect(mailed).toHaveLength(1)
  expect(mailedLater).toEqual(mailed)
  expect(balance).toBe(1_200)
})
