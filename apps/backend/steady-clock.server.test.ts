import { Clock, Effect, Layer, Option, Result, type Scope } from "effect"
import { expect, it } from "vitest"
import { shiftedClock } from "./backend.fixture.ts"
import { BackendConfig, readBackendConfig } from "./config.ts"
import { SqlDatabase } from "./db/database.ts"
import { migratedDatabase } from "./db/migrated-database.fixture.ts"
import { openDatabase } from "./db/open-database.ts"
import { BackendIds } from "./ids.ts"
import { silentLayer } from "./logging.ts"
import { MailSender } from "./mail/mail-sender.ts"
import { insertMember } from "./members/member-store.ts"
import { newMember } from "./members/new-member.fixture.ts"
import { OutboxRelay } from "./outbox/relay.ts"
import { expireStaleSessions } from "./payments/expire-stale-sessions.ts"
import { insertSession, sessionById } from "./payments/session-store.ts"
import { BackendTime, keepTime, steadyClockLayer } from "./steady-clock.ts"

const HOUR_MS = 3_600_000
const MONTH_MS = 30 * 24 * HOUR_MS

/** Runs on a database with the right clock and a machine whose clock is wrong by `aheadMs` at its start. */
const withClock = <A, E>(
  aheadMs: number,
  use: (
    machine: ReturnType<typeof shiftedClock>,
  ) => Effect.Effect<A, E, SqlDatabase | BackendConfig | OutboxRelay | Scope.Scope>,
) => {
  const machine = shiftedClock()
  machine.forward(aheadMs)
  const services = Layer.mergeAll(
    Layer.effect(SqlDatabase, Effect.flatMap(migratedDatabase, openDatabase)),
    Layer.succeed(BackendConfig, Result.getOrThrow(readBackendConfig({}))),
    Layer.succeed(OutboxRelay, OutboxRelay.of({ wake: Effect.void })),
    MailSender.silent,
    BackendIds.layer,
  ).pipe(
    Layer.provideMerge(Layer.merge(steadyClockLayer, silentLayer)),
    Layer.provide(Layer.succeed(Clock.Clock, machine.clock)),
  )
  return Effect.runPromise(use(machine).pipe(Effect.provide(services), Effect.scoped))
}

/** A member's open payment, started at `at`. */
const openPayment = Effect.fnUntraced(function* (id: string, at: number) {
  yield* insertSession(yield* SqlDatabase, {
    id,
    memberId: "m_1",
    bundleId: "bundle-600",
    paymentMethod: "10",
    device: "desktop",
    amountCents: 990,
    credits: 600,
    lang: "nl",
    at: new Date(at),
  })
})
const stateOf = (id: string) =>
  Effect.gen(function* () {
    return Option.getOrThrow(yield* sessionById(yield* SqlDatabase, id)).state
  })
const disputedMs = Effect.map(BackendTime, (time) => time?.disputedMs() ?? 0)

it("a clock that jumps a month ahead fails no payment, for the backend does not follow it", () =>
  withClock(0, (machine) =>
    Effect.gen(function* () {
      yield* insertMember(yield* SqlDatabase, newMember())
      const begun = yield* Clock.currentTimeMillis
      yield* openPayment("ps_now", begun)
      yield* openPayment("ps_forgotten", begun - 2 * HOUR_MS)
      machine.forward(MONTH_MS)
      yield* keepTime
      expect((yield* Clock.currentTimeMillis) - begun).toBeLessThan(HOUR_MS)
      expect(yield* disputedMs).toBeGreaterThan(MONTH_MS - HOUR_MS)
      expect(yield* expireStaleSessions()).toBe(1)
      expect(yield* stateOf("ps_now")).toBe("open")
    }),
  ))

it("a clock that was a month ahead at the start fails no payment, before and after it is corrected", () =>
  withClock(MONTH_MS, () =>
    Effect.gen(function* () {
      yield* insertMember(yield* SqlDatabase, newMember())
      yield* openPayment("ps_now", (yield* Clock.currentTimeMillis) - MONTH_MS)
      expect(yield* expireStaleSessions()).toBe(0)
      yield* keepTime
      expect(yield* disputedMs).toBeGreaterThan(MONTH_MS - HOUR_MS)
      expect(yield* expireStaleSessions()).toBe(0)
      expect(yield* stateOf("ps_now")).toBe("open")
    }),
  ))
