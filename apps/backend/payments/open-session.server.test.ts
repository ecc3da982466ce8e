/** What is sold for a first purchase, where a payment goes through while the next one is opened. */
import { Deferred, Effect, Layer, Option, Result } from "effect"
import { expect, it } from "vitest"
import { BackendConfig, readBackendConfig } from "../config.ts"
import { SqlDatabase, type SqlDatabaseShape } from "../db/database.ts"
import { migratedDatabase } from "../db/migrated-database.fixture.ts"
import { openDatabase } from "../db/open-database.ts"
import { ListeningAt } from "../http/listening-address.ts"
import { BackendIds } from "../ids.ts"
import { silentLayer } from "../logging.ts"
import { insertMember } from "../members/member-store.ts"
import { newMember } from "../members/new-member.fixture.ts"
import { openPaymentSession } from "./open-session.ts"
import { insertSession, markPaid, sessionById } from "./session-store.ts"

const services = Layer.mergeAll(
  Layer.effect(SqlDatabase, Effect.flatMap(migratedDatabase, openDatabase)),
  Layer.succeed(BackendConfig, Result.getOrThrow(readBackendConfig({}))),
  Layer.effect(
    ListeningAt,
    Effect.tap(Deferred.make<string>(), (address) =>
      Deferred.succeed(address, "http://127.0.0.1:3100"),
    ),
  ),
).pipe(Layer.provideMerge(Layer.merge(BackendIds.layer, silentLayer)))

const MEMBER = "m_1"
const FIRST = {
  bundleId: "bundle-300",
  paymentMethod: "10",
  device: "desktop",
  lang: "nl",
} as const

const opening = openPaymentSession(MEMBER, {
  ...FIRST,
  bundle: FIRST.bundleId,
  returnUrl: "https://site.example/nl",
  member: { username: "a", email: "a@mail.example" },
})

/** As `database`, where a payment of the member goes through right before a transaction begins. */
const paidMeanwhile = (database: SqlDatabaseShape): SqlDatabaseShape => ({
  ...database,
  transaction: (work) =>
    Effect.andThen(
      Effect.orDie(markPaid(database, "ps_before", "tx_before", new Date(0))),
      database.transaction(work),
    ),
})

it("a first-purchase bundle is not opened any more by who has bought meanwhile", async () => {
  const { opened, refused } = await Effect.runPromise(
    Effect.gen(function* () {
      const database = yield* SqlDatabase
      yield* insertMember(database, newMember({ id: MEMBER }))
      yield* insertSession(database, {
        ...FIRST,
        id: "ps_before",
        memberId: MEMBER,
        amountCents: 495,
        credits: 360,
        at: new Date(0),
      })
      const { sessionId } = yield* opening
      const refused = yield* Effect.flip(opening).pipe(
        Effect.provideService(SqlDatabase, paidMeanwhile(database)),
      )
      return { opened: yield* sessionById(database, sessionId), refused }
    }).pipe(Effect.provide(services)),
  )
  expect(Option.getOrThrow(opened)).toMatchObject({ state: "open", bundle_id: "bundle-300" })
  expect(refused).toMatchObject({ status: 400, label: "badRequest.bundle" })
})
