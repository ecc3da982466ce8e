/** Paid sessions on a real ledger: many concurrent spenders, a killed backend, a deleted account. */
import { Effect, Exit, Layer, Result, Schema, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { PASSWORD, quickClock, shiftedClock } from "../../backend.fixture.ts"
import { readBackendConfig } from "../../config.ts"
import { SqlDatabase } from "../../db/database.ts"
import { migratedDatabase, migratedFolder } from "../../db/migrated-database.fixture.ts"
import { type DatabaseChoice, openDatabase } from "../../db/open-database.ts"
import { voidStatement, statement } from "../../db/statement.ts"
import { BackendIds } from "../../ids.ts"
import { balanceOf, move } from "../../ledger/ledger.ts"
import { silentLayer } from "../../logging.ts"
import { OutboxRelay } from "../../outbox/relay.ts"
import { changeSpendingLimits } from "../../spending/spending.ts"
import { type TestRooms, testRooms } from "../chat.fixture.ts"
import { openPaidTime, payInterval, settlePaidTime } from "./paid-sessions.ts"
import { openSessions } from "./paid-time-store.ts"
import { endVipHold, takeVipHold, useVipHold } from "./vip-holds.ts"

const { chat } = Result.getOrThrow(readBackendConfig({}))
/** Intervals of one second, so that a test has many. */
const QUICK = { ...chat, keepAliveMs: 50, intervalMs: 1_000, silentAfterMs: 1_000 }

let rooms: TestRooms
beforeAll(async () => {
  rooms = await testRooms({ chat: QUICK })
})
afterAll(() => rooms.close())

type Receipt = { readonly credits: number; readonly seconds: number }

const joined = async (token: string, performerId: string) => {
  const { body } = await rooms.join(token, performerId)
  const session = await rooms.session(String(body["token"]))
  return { auth: body["token"], id: String(body["session"]), session }
}

const ended = async ({
  session,
}: {
  readonly session: Awaited<ReturnType<TestRooms["session"]>>
}) => (await session.until("custom", ({ name }) => name === "paid-time-ended"))["data"] as Receipt

const NEWEST_MEMBER = statement(
  Schema.Struct({ id: Schema.String }),
  "SELECT id FROM members ORDER BY registered_at DESC LIMIT 1",
)

/** Works on the database without a backend, so nothing else changes it. */
const inLedger = <A, E, F>(
  choice: Effect.Effect<DatabaseChoice, E, Scope.Scope>,
  work: Effect.Effect<A, F, SqlDatabase | OutboxRelay | BackendIds>,
): Promise<A> =>
  Effect.gen(function* () {
    const database = yield* openDatabase(yield* choice)
    return yield* work.pipe(
      Effect.provideService(SqlDatabase, database),
      Effect.provideService(OutboxRelay, OutboxRelay.of({ wake: Effect.void })),
    )
  }).pipe(
    Effect.scoped,
    Effect.provide(Layer.merge(BackendIds.layer, silentLayer)),
    Effect.runPromise,
  )

describe("paid sessions", () => {
  it("of 64 members who spend at once charge each for what was seen, and take no balance below zero", async () => {
    const { performerId } = await rooms.performer(1)
    const members = await Promise.all(
      Array.from({ length: 64 }, (_, index) => rooms.memberWith(60 + (index % 3))),
    )
    const spending = await Promise.all(
      members.map(async ({ token }, index) => {
        const watching = await joined(token, performerId)
        rooms.present(watching.session)
        const tip = { amount: 50, tipType: "wink", message: "", isPublic: false }
        const tips = [1, 2].map((number) =>
          rooms.act(watching.auth, "tip", { ...tip, id: `spender-tip-${index}-${number}` }),
        )
        const given = (await Promise.all(tips)).filter(({ status }) => status === 200).length
        await watching.session.until("keep-alive")
        await rooms.leave(watching.auth)
        return { token, granted: 60 + (index % 3), given, receipt: await ended(watching) }
      }),
    )
    for (const { token, granted, given, receipt } of spending) {
      const balance = Number(await rooms.credits(token))
      expect(balance).toBeGreaterThanOrEqual(0)
      expect(balance).toBe(granted - 50 * given - receipt.credits)
      expect(receipt.credits).toBe(receipt.seconds)
    }
  })

  it("end at the last credit, with the reason for it", async () => {
    const { performerId } = await rooms.performer(1)
    const member = await rooms.memberWith(102)
    const hearing = await rooms.listen(member.token)
    const watching = await joined(member.token, performerId)
    rooms.present(watching.session)
    const wink = { amount: 50, tipType: "wink", message: "", isPublic: false }
    for (const id of ["tip-wink-1", "tip-wink-2"]) {
      expect((await rooms.act(watching.auth, "tip", { ...wink, id })).status).toBe(200)
    }
    expect(await watching.session.until("kick")).toMatchObject({ reason: "credits" })
    const receipt = await ended(watching)
    expect(await rooms.credits(member.token)).toBe(2 - receipt.credits)
    expect(hearing.heard.filter(([name]) => name === "payment-failed")).toEqual([
      ["payment-failed", { action: "interval" }],
    ])
    hearing.socket.disconnect()
  }, 30_000)

  it("are limited to one a member: a second one ends the first, which is charged for what was seen", async () => {
    const [first, second] = [await rooms.performer(1), await rooms.performer(1)]
    const { token } = await rooms.memberWith(500)
    const older = await joined(token, first.performerId)
    rooms.present(older.session)
    await older.session.until("custom", ({ name }) => name === "paid-time-charged")
    const newer = await joined(token, second.performerId)
    expect(await older.session.until("kick")).toMatchObject({ reason: "duplicate_session" })
    const receipt = await ended(older)
    await rooms.leave(newer.auth)
    const last = await ended(newer)
    expect(await rooms.credits(token)).toBe(500 - receipt.credits - last.credits)
  })

  it("of one member that begin at the same moment are limited to one: the newest stays, the others end", async () => {
    const [first, second] = [await rooms.performer(1), await rooms.performer(1)]
    const { token } = await rooms.memberWith(500)
    const answers = await Promise.all(
      [first, first, second, first, second].map(({ performerId }) =>
        rooms.join(token, performerId),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const opened = await Promise.allSettled(
      answers.map(({ body }) => rooms.session(String(body["token"]))),
    )
    const open = opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))
    expect(open).toHaveLength(1)
    for (const session of open) {
      rooms.present(session)
      await session.until("custom", ({ name }) => name === "paid-time-charged")
    }
  })

  it("of VIP that is joined twice are a single session, which uses the hold once", async () => {
    const { performerId } = await rooms.performer()
    const { token } = await rooms.memberWith(500)
    const lobby = await rooms.lobby(performerId)
    const free = await rooms.watch(lobby, performerId, { token })
    await rooms.act(free.body["auth"], "requestVip")
    await rooms.acts(performerId, "accept")
    await lobby.until("accept-vip")
    const [one, two] = [
      await rooms.join(token, performerId, "vip"),
      await rooms.join(token, performerId, "vip"),
    ]
    expect(two.body).toEqual(one.body)
    const session = await rooms.session(String(two.body["token"]))
    expect(await session.until("chat-switch")).toMatchObject({ mode: "vip" })
    expect(Number(await rooms.credits(token))).toBeGreaterThanOrEqual(460)
    await rooms.leave(two.body["token"])
    await lobby.until("chat-switch", ({ mode }) => mode === "free")
  })

  it("continue over a new connection, and end when the performer goes offline", async () => {
    const { performerId } = await rooms.performer(1)
    const { token } = await rooms.memberWith(500)
    const watching = await joined(token, performerId)
    watching.session.socket.disconnect()
    const again = await rooms.join(token, performerId, "chat", watching.id)
    expect(again.body["session"]).toBe(watching.id)
    const session = await rooms.session(String(again.body["token"]))
    rooms.present(session)
    await rooms.status(performerId, 0)
    await session.until("room-closed")
    expect(await session.until("kick")).toMatchObject({ reason: "host_left" })
    await session.closed
    expect((await rooms.join(token, performerId, "chat", watching.id)).body["label"]).toBe(
      "chatNotStarted",
    )
  })

  it("of a deleted account end with the account", async () => {
    const { performerId } = await rooms.performer(1)
    const { token, memberId, password } = await rooms.memberWith(500)
    const watching = await joined(token, performerId)
    const deleted = await rooms.call("DELETE", "/member", {
      token,
      body: { memberId, password: password ?? PASSWORD },
    })
    expect(deleted.status).toBe(200)
    await watching.session.closed
  })

  it("that a killed backend left open are paid back at the next start for what was not seen", async () => {
    const scope = Scope.makeUnsafe()
    const dataDir = await Effect.runPromise(Scope.provide(migratedFolder, scope))
    const database = { _tag: "Embedded", dataDir } as const
    const before = await testRooms({ database, chat: QUICK })
    const { performerId } = await before.performer(1)
    const { token } = await before.memberWith(500)
    await before.close()
    // The database after a process ended during paid time: two payments and no receipt.
    await inLedger(
      Effect.succeed(database),
      Effect.gen(function* () {
        const [member] = yield* (yield* SqlDatabase).query(NEWEST_MEMBER)
        const session = "cs_killed"
        yield* openPaidTime({
          session,
          memberId: member?.id ?? "",
          performerId,
          mode: "chat",
          creditsPerMinute: 60,
        })
        yield* payInterval(session, { interval: 1, price: 10, seenMs: 0 })
        yield* payInterval(session, { interval: 2, price: 10, seenMs: 10_000 })
      }),
    )
    const after = await testRooms({ database, chat: QUICK })
    expect(Number(await after.credits(token))).toBe(490)
    expect((await after.join(token, performerId)).status).toBe(200)
    await after.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })
})

/** The paying member, before a test's sessions begin. */
const SPENDER = [
  `INSERT INTO members (id, email, email_key, username, username_key, password_hash, lang, registered_at)
   VALUES ('m_1', 'a@b.test', 'a@b.test', 'a', 'a', '', 'nl', now())`,
  "INSERT INTO accounts (id, member_id, balance) VALUES ('member:m_1', 'm_1', 0)",
]

const WELCOME = {
  key: "welcome:m_1",
  debit: "house:given",
  credit: "member:m_1",
  amount: 100,
  reason: "welcome",
} as const

it("no paid time begins in a pause, also where the pause began after the room was asked for [WALLET-56]", async () => {
  const beginning = { memberId: "m_1", performerId: "p_1", creditsPerMinute: 60 }
  const hold = { ...beginning, session: "cs_held", price: 10 }
  const { refusals, left, balance } = await inLedger(
    migratedDatabase,
    Effect.gen(function* () {
      const database = yield* SqlDatabase
      for (const text of SPENDER) yield* database.query(voidStatement(text), [])
      yield* move(database, WELCOME)
      expect(yield* takeVipHold(hold)).toBe("held")
      // Whoever asked has been told that they may enter.
      yield* changeSpendingLimits("m_1", { pauseDays: 1 })
      const refusals = [
        yield* Effect.flip(openPaidTime({ ...beginning, session: "cs_new", mode: "chat" })),
        yield* Effect.flip(useVipHold(hold)),
      ]
      const left = yield* openSessions(database)
      yield* endVipHold(hold, { isLost: false, reason: "default", told: null })
      return { refusals, left, balance: yield* balanceOf(database, "m_1") }
    }),
  )
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({ status: 400, label: "spendingPaused" })
  }
  expect(left).toEqual([{ session_id: "cs_held" }])
  expect(balance).toBe(100)
})

it("the receipt of a paid session is the same however often it is written", async () => {
  const session = "cs_1"
  const settled = (seconds: number) =>
    settlePaidTime(session, { credits: seconds, seconds }, "left")
  const receipts = await inLedger(
    migratedDatabase,
    Effect.gen(function* () {
      const database = yield* SqlDatabase
      for (const text of SPENDER) yield* database.query(voidStatement(text), [])
      yield* move(database, WELCOME)
      const never = yield* settled(3)
      yield* openPaidTime({
        session,
        memberId: "m_1",
        performerId: "p_1",
        mode: "chat",
        creditsPerMinute: 60,
      })
      yield* payInterval(session, { interval: 1, price: 10, seenMs: 0 })
      // The first answer may be lost, and the retry has another total.
      return { never, first: yield* settled(7), again: yield* settled(9) }
    }),
  )
  const { never, first, again } = receipts
  expect(never).toEqual({ credits: 0, seconds: 0, movements: [] })
  expect(first).toMatchObject({ credits: 7, seconds: 7 })
  expect(first.movements).toHaveLength(2)
  expect(again).toEqual(first)
})

describe("a guest's free time", () => {
  it("is counted per browser and day, whichever room it is spent in, and ends with its own reason", async () => {
    const short = await testRooms({ chat: { ...QUICK, guestFreeMs: 1_500 } })
    const [a, b] = [await short.performer(), await short.performer()]
    const lobby = await short.lobby(a.performerId)
    const viewer = "one-and-the-same-browser"
    const watched = await short.watch(lobby, a.performerId, { viewer })
    expect(watched.body["freeSecondsLeft"]).toBe(1)
    expect(await lobby.until("kick")).toEqual({
      session: watched.body["session"],
      reason: "guest_expired",
    })
    const elsewhere = await short.lobby(b.performerId)
    const again = await short.watch(elsewhere, b.performerId, { viewer })
    expect(again.body["label"]).toBe("guestExpired")
    const { token } = await short.memberWith(0)
    const member = await short.watch(elsewhere, b.performerId, { viewer, token })
    expect(member.body["freeSecondsLeft"]).toBeUndefined()
    await short.close()
  })

  it("that a fast clock wrote down keeps nobody out once the clock is right", async () => {
    const time = shiftedClock()
    const short = await testRooms({ chat: { ...QUICK, guestFreeMs: 1_500 } }, time)
    const { performerId } = await short.performer()
    const lobby = await short.lobby(performerId)
    const viewer = "a-browser-of-the-wrong-year"
    time.forward(365 * 86_400_000)
    await short.watch(lobby, performerId, { viewer })
    await lobby.until("kick")
    expect((await short.watch(lobby, performerId, { viewer })).body["label"]).toBe("guestExpired")
    time.forward(-365 * 86_400_000)
    expect((await short.watch(lobby, performerId, { viewer })).body["freeSecondsLeft"]).toBe(1)
    await short.close()
  })

  it("is reduced by what was just watched, even while the session before still exists", async () => {
    const quick = await testRooms(
      { chat: { ...QUICK, keepAliveMs: 5_000, guestFreeMs: 600_000 } },
      quickClock(20),
    )
    const [a, b] = [await quick.performer(), await quick.performer()]
    const lobby = await quick.lobby(a.performerId)
    const elsewhere = await quick.lobby(b.performerId)
    const viewer = "one-and-the-same-browser"
    const left = async (hearing: typeof lobby, id: string) =>
      Number((await quick.watch(hearing, id, { viewer })).body["freeSecondsLeft"])
    expect(await left(lobby, a.performerId)).toBe(600)
    const kept = () => lobby.heard.filter(([name]) => name === "keep-alive").length
    const before = kept()
    // Two keep-alives take at least five seconds.
    await lobby.until("keep-alive", () => kept() >= before + 2)
    expect(await left(lobby, a.performerId)).toBeLessThanOrEqual(595)
    expect(await left(elsewhere, b.performerId)).toBeLessThanOrEqual(595)
    await quick.close()
  })
})
