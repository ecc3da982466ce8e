/**
 * What the backend does when the connection to PostgreSQL goes silent: no answer, no end, no error. Without a
 * timeout a pool would hang for ever, and so would the locks on its rows.
 */
import { Socket } from "node:net"
import { Effect, Exit, Fiber, Latch, Layer, Redacted, Result, Schema, Scope } from "effect"
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { type SqlDatabaseShape, makeSqlDatabase } from "@foldcast/backend/db/database"
import { openDatabase } from "@foldcast/backend/db/open-database"
import { describeOnPostgres } from "@foldcast/backend/db/postgres-server.fixture"
import { makePostgres } from "@foldcast/backend/db/postgres"
import { voidStatement, statement } from "@foldcast/backend/db/statement"
import { BackendIds } from "@foldcast/backend/ids"
import { memberAccount } from "@foldcast/backend/ledger/accounts"
import { balanceOf, move } from "@foldcast/backend/ledger/ledger"
import { silentLayer } from "@foldcast/backend/logging"
import { insertMember } from "@foldcast/backend/members/member-store"
import { newMember } from "@foldcast/backend/members/new-member.fixture"
import { faultProxy, type FaultProxy } from "../support/fault-proxy.ts"

const CONNECTIONS = 3
/** A second and the grace of a second: long for a statement on the loopback, short for a test. */
const TIMEOUT_MS = 1_000

const ONE = statement(Schema.Struct({ one: Schema.Int }), "SELECT 1 AS one")
const SLEEP = voidStatement("SELECT pg_sleep(3600)")
/**
 * TCP keep-alive settings of the server: seconds of silence before the first probe, seconds between probes, and
 * unanswered probes before it gives up.
 */
const SERVER_ASKS = statement(
  Schema.Struct({ idle: Schema.String, interval: Schema.String, count: Schema.String }),
  `SELECT current_setting('tcp_keepalives_idle') AS idle,
          current_setting('tcp_keepalives_interval') AS interval,
          current_setting('tcp_keepalives_count') AS count`,
)
const TOUCH = voidStatement("UPDATE members SET lander = 'touched' WHERE id = $1")
const SLEEPERS = statement(
  Schema.Struct({ count: Schema.Int }),
  "SELECT count(*) AS count FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%' AND state = 'active'",
)

const provided = Layer.merge(BackendIds.layer, silentLayer)
const run = <A, E>(effect: Effect.Effect<A, E, BackendIds>) =>
  Effect.runPromise(Effect.provide(effect, provided))
const attempt = <A, E>(effect: Effect.Effect<A, E, BackendIds>) => run(Effect.result(effect))

const addMember = (database: SqlDatabaseShape, id: string) =>
  insertMember(database, newMember({ id, email: `${id}@mail.example`, username: id }))

const suites = (url: Redacted.Redacted) => {
  const server = new URL(Redacted.value(url))
  let scope: Scope.Closeable
  let proxy: FaultProxy
  let through: Redacted.Redacted
  /** Connects directly, not through the proxy, like another client of the same server. */
  let beside: SqlDatabaseShape
  let database: SqlDatabaseShape
  let member: string
  let made = 0

  const opened = (at: Redacted.Redacted, connections: number, timeoutMs: number) =>
    run(
      makePostgres({ url: at, connections, timeoutMs }).pipe(
        Scope.provide(scope),
        Effect.map(makeSqlDatabase),
      ),
    )

  beforeAll(async () => {
    const choice = { _tag: "Postgres", url, connections: 1, timeoutMs: 30_000 } as const
    await run(Effect.scoped(openDatabase(choice)))
  })
  beforeEach(async () => {
    scope = Scope.makeUnsafe()
    proxy = await faultProxy({ host: server.hostname, port: Number(server.port) })
    through = Redacted.make(Object.assign(new URL(server), { port: String(proxy.port) }).href)
    beside = await opened(url, 2, 30_000)
    database = await opened(through, CONNECTIONS, TIMEOUT_MS)
    member = `m_partition_${made++}`
    await run(addMember(beside, member))
  })
  afterEach(async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    await proxy.close()
  })

  const untilAnswered = () =>
    expect.poll(async () => Result.isSuccess(await attempt(database.query(ONE)))).toBe(true)

  it("an idle line has keep-alives from both ends", async () => {
    using asked = vi.spyOn(Socket.prototype, "setKeepAlive")
    const another = await opened(url, 1, TIMEOUT_MS)
    expect(await run(another.query(SERVER_ASKS))).toEqual([
      { idle: "10", interval: "5", count: "3" },
    ])
    expect(asked).toHaveBeenCalledWith(true, 10_000)
  })

  it("a statement that is not answered is given up, and its pool works again afterwards", async () => {
    await run(database.query(ONE))
    proxy.set("drop")
    // More than there are connections: statements that wait for a connection fail too.
    const outcomes = await run(
      Effect.forEach(
        Array.from({ length: 2 * CONNECTIONS }),
        () => Effect.result(database.query(ONE)),
        { concurrency: "unbounded" },
      ),
    )
    expect(outcomes.every(Result.isFailure)).toBe(true)
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ failure: { _tag: "DatabaseUnavailable" } })
    }
    proxy.set("pass")
    await untilAnswered()
  })

  it("a transaction that falls silent does not leave its rows locked", async () => {
    const broken = await attempt(
      database.transaction((queries) =>
        queries.query(TOUCH, [member]).pipe(
          Effect.tap(() => Effect.sync(() => proxy.set("drop"))),
          Effect.andThen(queries.query(ONE)),
        ),
      ),
    )
    expect(broken).toMatchObject({ failure: { _tag: "DatabaseUnavailable" } })
    // The server got no end of that connection, and releases the row lock all the same.
    await run(beside.query(TOUCH, [member]))
  })

  it("a lost answer to a commit is reported as unknown, and repeating the transaction changes nothing", async () => {
    const grantThen = (next: () => void) =>
      database.transaction((queries) =>
        move(queries, {
          key: `grant:${member}`,
          debit: "house:sold",
          credit: memberAccount(member),
          amount: 600,
          reason: "bundle",
        }).pipe(Effect.tap(() => Effect.sync(next))),
      )
    expect(await attempt(grantThen(() => proxy.set("drop", "down")))).toMatchObject({
      failure: { _tag: "DatabaseUnavailable" },
    })
    await expect.poll(() => run(balanceOf(beside, member))).toBe(600)
    proxy.set("pass")
    await untilAnswered()
    expect(await run(grantThen(() => undefined))).toMatchObject({ now: false })
    expect(await run(balanceOf(beside, member))).toBe(600)
  })

  it("a caller that stops waiting is let go at once, and its connection is never lent again", async () => {
    const patient = await opened(through, 1, 3_600_000)
    const fiber = await run(
      Effect.gen(function* () {
        const begun = yield* Latch.make()
        const fiber = yield* Effect.forkDetach(Effect.andThen(begun.open, patient.query(SLEEP)))
        yield* begun.await
        return fiber
      }),
    )
    const sleepers = async () => (await run(beside.query(SLEEPERS)))[0]?.count
    await expect.poll(sleepers).toBe(1)
    await Effect.runPromise(Fiber.interrupt(fiber))
    // The pool has one connection: this one is new.
    expect(await run(patient.query(ONE))).toEqual([{ one: 1 }])
  })

  it("a congested line is waited for, and one that was torn down is replaced", async () => {
    await run(database.query(ONE))
    const before = proxy.arrived("up")
    proxy.set("stall", "down")
    const answer = attempt(database.query(ONE))
    await expect.poll(() => proxy.arrived("up")).toBeGreaterThan(before)
    proxy.set("pass", "down")
    expect(await answer).toMatchObject({ success: [{ one: 1 }] })

    proxy.set("reset")
    expect(await attempt(database.query(ONE))).toMatchObject({
      failure: { _tag: "DatabaseUnavailable" },
    })
    proxy.set("pass")
    await untilAnswered()
  })

  it("a pool closes although the server does not answer", async () => {
    await run(database.query(ONE))
    proxy.set("drop")
    expect(await Effect.runPromiseExit(Scope.close(scope, Exit.void))).toEqual(Exit.void)
  })
}

await describeOnPostgres((url) =>
  describe("a network partition without a reset", () => suites(url)),
)
