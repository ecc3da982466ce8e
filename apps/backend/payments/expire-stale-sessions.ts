/**
 * A payment that nobody finished must not stay open for ever: when the bank has long stopped accepting
 * it, it fails as expired, by a time that more than this machine's clock vouches for. Should the bank say later that
 * the money came after all, the money still wins.
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
/** The bank tells of its own expiry first. */
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
