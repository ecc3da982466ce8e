/**
 * Fails payment sessions as expired when the bank has long stopped accepting them, by a time that a second clock
 * confirms. If the bank reports the money later all the same, the payment counts.
 */
import { Effect, Option } from "effect"
import { BackendConfig } from "../config.ts"
import { SqlDatabase } from "../db/database.ts"
import { OutboxRelay } from "../outbox/relay.ts"
import { dueMillis } from "../steady-clock.ts"
import { lockSession, openSince } from "./session-store.ts"
import { failPayment } from "./settle.ts"

/** The reason code of an expired payment (WALLET-39). */
const EXPIRED = 308
/** Later than the bank's own expiry, which it reports first. */
const GRACE_MS = 15 * 60_000

export const expireStaleSessions = Effect.fn("payments.expireForgotten")(function* () {
  const { payments } = yield* BackendConfig
  const database = yield* SqlDatabase
  const now = yield* dueMillis
  if (now === null) return 0
  const forgotten = yield* openSince(database, new Date(now - payments.sessionMs - GRACE_MS))
  for (const id of forgotten) {
    yield* database.transaction((queries) =>
      Effect.gen(function* () {
        const session = yield* lockSession(queries, id)
        if (Option.isSome(session) && session.value.state === "open") {
          yield* failPayment(queries, session.value, EXPIRED, new Date(now))
        }
      }),
    )
  }
  if (forgotten.length > 0) yield* (yield* OutboxRelay).wake
  return forgotten.length
})
