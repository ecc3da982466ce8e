/** VIP's hold from acceptance until joining: on a real ledger, over real sockets, and after a kill. */
import { Effect, Exit, Layer, Result, Schema, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { MovementsAnswer } from "@foldcast/contracts/upstream/member-api"
import { quickClock } from "../../backend.fixture.ts"
import { readBackendConfig } from "../../config.ts"
import { SqlDatabase } from "../../db/database.ts"
import { migratedDatabase, migratedFolder } from "../../db/migrated-database.fixture.ts"
import { openDatabase } from "../../db/open-database.ts"
import { statement } from "../../db/statement.ts"
import { BackendIds } from "../../ids.ts"
import { checkLedger } from "../../ledger/ledger-check.ts"
import { silentLayer } from "../../logging.ts"
import { OutboxRelay } from "../../outbox/relay.ts"
import { cuttingEngine, HOOK_KEY, mediaOf } from "../../rest/cutting-engine.fixture.ts"
import { type EventCollector, type TestRooms, testRooms } from "../chat.fixture.ts"
import { useVipHold, takeVipHold } from "./vip-holds.ts"

const { chat } = Result.getOrThrow(readBackendConfig({}))
/** Shortens an acceptance's fifteen seconds to less than one. */
const SPEED = 20
const MINUTE_MS = 60_000

const engine = cuttingEngine()
let engineUrl = ""
const time = quickClock(SPEED)
const begins = (how: typeof chat, clock?: typeof time) => async () => {
  rooms = await testRooms({ database, chat: how, media: mediaOf(engineUrl) }, clock)
}
const ends = () => rooms.close()
const scope = Scope.makeUnsafe()
let database: Effect.Success<typeof migratedDatabase>
/** Set by each describe: with an hour's time-out, or with an acceptance of less than one second. */
let rooms: TestRooms
beforeAll(async () => {
  database = await Effect.runPromise(Scope.provide(migratedDatabase, scope))
  engineUrl = await engine.start()
})
afterAll(async () => {
  engine.stop()
  const faults = await Effect.runPromise(
    Effect.gen(function* () {
      return yield* checkLedger(yield* openDatabase(database))
    }).pipe(Effect.scoped, Effect.provide(silentLayer)),
  )
  expect([...faults.lopsided, ...faults.drifted]).toEqual([])
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

const decodeMovements = Schema.decodeUnknownSync(MovementsAnswer)
const movements = async (token: string) =>
  decodeMovements((await rooms.call("GET", "/wallet/movements", { token })).body).movements

const published = (performerId: string) =>
  rooms.call("POST", "/media/events", {
    key: null,
    headers: { Authorization: `Bearer ${HOOK_KEY}` },
    body: { kind: "published", path: `live/${performerId}` },
  })

/** A member who watches a performer in free chat. */
const watching = async (credits = 500) => {
  const { performerId } = await rooms.performer()
  await published(performerId)
  const member = await rooms.memberWith(credits)
  const lobby = await rooms.lobby(performerId)
  const { auth, session } = (await rooms.watch(lobby, performerId, { token: member.token })).body
  return { performerId, ...member, lobby, auth, session: String(session) }
}
type Watching = Awaited<ReturnType<typeof watching>>

const of = (viewer: Pick<Watching, "session">, wanted: string) => (told: Record<string, unknown>) =>
  told["name"] === wanted && told["session"] === viewer.session
const holdEnded = async (viewer: Watching) =>
  (await viewer.lobby.until("custom", of(viewer, "vip-hold-ended")))["data"]

const asksVip = ({ auth }: Watching) => rooms.act(auth, "requestVip")
const accepted = async (viewer: Watching) => {
  expect((await asksVip(viewer)).status).toBe(200)
  await rooms.acts(viewer.performerId, "accept")
  await viewer.lobby.until("accept-vip", ({ session }) => session === viewer.session)
}
const paidStages = ({ heard }: EventCollector) =>
  heard.flatMap(([name, { name: stage }]) => (name === "custom" ? [stage] : []))

describe("accepted VIP", () => {
  beforeAll(begins({ ...chat, vipJoinMs: 3_600_000 }))
  afterAll(ends)

  it("holds the price of its first interval, which joining uses, and ends nobody's session before that", async () => {
    const viewer = await watching()
    const { performerId, token, lobby } = viewer
    const payer = await rooms.memberWith(500)
    const paying = await rooms.session(
      String((await rooms.join(payer.token, performerId)).body["token"]),
    )
    rooms.present(paying)
    await accepted(viewer)
    expect(await rooms.credits(token)).toBe(460)
    expect(await movements(token)).toMatchObject([
      { amount: -40, reason: "vip-hold", session: { mode: "vip", hold: "held", seconds: null } },
      { reason: "demo" },
    ])
    expect(paying.heard.some(([name]) => name === "kick")).toBe(false)
    expect(lobby.heard.some(([name]) => name === "stop-freechat")).toBe(false)
    const { body } = await rooms.join(token, performerId, "vip")
    await rooms.leave(viewer.auth, "switched")
    const vip = await rooms.session(String(body["token"]))
    expect(await paying.until("kick")).toMatchObject({ reason: "vip_started" })
    await lobby.until("stop-freechat")
    await rooms.act(body["token"], "stopVip")
    await vip.closed
    expect(paidStages(vip)).toEqual(["paid-time-started", "paid-time-charged", "paid-time-ended"])
    const [, hold] = (await movements(token)).toReversed()
    const receipt = (await vip.until("custom", ({ name }) => name === "paid-time-ended"))["data"]
    expect(receipt).toMatchObject({ credits: hold?.session?.credits })
    expect(receipt).toMatchObject({ movements: expect.arrayContaining([hold?.id]) })
    expect(hold?.session?.hold).toBeUndefined()
    expect(Number(await rooms.credits(token))).toBe(500 - (hold?.session?.credits ?? 0))
  })

  it("from two performers at once is held for the first alone, and the other declines the request", async () => {
    const first = await watching()
    const second = (await rooms.performer()).performerId
    const lobby = await rooms.lobby(second)
    const there = (await rooms.watch(lobby, second, { token: first.token })).body
    await rooms.act(there["auth"], "requestVip")
    await accepted(first)
    await rooms.acts(second, "accept")
    expect(await lobby.until("decline-vip")).toEqual({ session: there["session"] })
    expect(await rooms.credits(first.token)).toBe(460)
  })

  it("holds nothing of a member who can no longer pay for a minute, and is declined", async () => {
    const viewer = await watching(280)
    const { performerId, token, lobby, session } = viewer
    expect((await asksVip(viewer)).status).toBe(200)
    const wink = {
      id: `wink-${session}`,
      amount: 50,
      tipType: "wink",
      message: "",
      isPublic: false,
    }
    expect((await rooms.act(viewer.auth, "tip", wink)).status).toBe(200)
    await rooms.acts(performerId, "accept")
    expect(await lobby.until("decline-vip")).toEqual({ session })
    expect(await rooms.credits(token)).toBe(230)
  })

  it("is paid back when its gateway's connection is lost, and no other visitor waits for it", async () => {
    const viewer = await watching()
    await accepted(viewer)
    viewer.lobby.socket.disconnect()
    await expect.poll(() => rooms.credits(viewer.token)).toBe(500)
    const [back, hold] = await movements(viewer.token)
    expect([back, hold]).toMatchObject([
      { amount: 40, reason: "paid-time-returned", session: { hold: "returned", credits: 0 } },
      { amount: -40, reason: "vip-hold" },
    ])
    const lobby = await rooms.lobby(viewer.performerId)
    const again = await rooms.watch(lobby, viewer.performerId, { token: viewer.token })
    expect((await rooms.act(again.body["auth"], "requestVip")).status).toBe(200)
  })

  it("is paid back when the performer goes into private chat", async () => {
    const viewer = await watching()
    await accepted(viewer)
    await rooms.status(viewer.performerId, 9)
    expect(await holdEnded(viewer)).toMatchObject({ isReturned: true, reason: "host_left" })
    expect(await rooms.credits(viewer.token)).toBe(500)
  })

  it("takes nothing from a member who paused spending after asking for it, and declines [WALLET-56]", async () => {
    const viewer = await watching()
    const { performerId, token, lobby, session } = viewer
    expect((await asksVip(viewer)).status).toBe(200)
    await rooms.call("PUT", "/wallet/limits", { token, body: { pauseDays: 1 } })
    await rooms.acts(performerId, "accept")
    await lobby.until("decline-vip", (told) => told["session"] === session)
    expect(await rooms.credits(token)).toBe(500)
    expect(paidStages(lobby)).toEqual([])
  })
})

describe("accepted VIP that nobody joins", () => {
  beforeAll(begins(chat, time))
  afterAll(ends)

  it("and its viewer gives up keeps its hold, and is refused for 1, 5, then 30 minutes, told in seconds", async () => {
    const viewer = await watching(1_000)
    const { performerId, token, session } = viewer
    let balance = 1_000
    for (const waitMinutes of [1, 5, 30, 30]) {
      const before = viewer.lobby.heard.length
      expect((await asksVip(viewer)).status).toBe(200)
      await rooms.acts(performerId, "accept")
      const ended = await viewer.lobby.until(
        "custom",
        (told) =>
          of(viewer, "vip-hold-ended")(told) &&
          viewer.lobby.heard.slice(before).some(([, payload]) => payload === told),
      )
      expect(ended["data"]).toMatchObject({
        credits: 40,
        isReturned: false,
        reason: "not_joined",
        waitSeconds: waitMinutes * 60,
      })
      balance -= 40
      expect(await rooms.credits(token)).toBe(balance)
      const refused = await asksVip(viewer)
      expect(refused.status).toBe(429)
      expect(refused.body["label"]).toBe("vipLetGo")
      expect(Number(refused.body["waitSeconds"])).toBeGreaterThan(waitMinutes * 60 - 30)
      // The limit is the member's and applies in every room.
      time.forward(waitMinutes * MINUTE_MS - 20_000)
      expect((await asksVip(viewer)).body["label"]).toBe("vipLetGo")
      time.forward(20_000)
    }
    expect((await movements(token))[0]).toMatchObject({
      amount: -40,
      session: { hold: "kept", credits: 40, seconds: 0 },
    })
    expect(session).not.toBe("")
  })

  it("is paid back when the media engine is lost meanwhile, even in the last of the fifteen seconds", async () => {
    const viewer = await watching()
    await accepted(viewer)
    engine.setAway(true)
    expect(await holdEnded(viewer)).toMatchObject({ isReturned: true, reason: "no_picture" })
    engine.setAway(false)
    expect(await rooms.credits(viewer.token)).toBe(500)
    expect((await asksVip(viewer)).status).toBe(200)
  })
})

const OPEN = statement(
  Schema.Struct({ session_id: Schema.String }),
  "SELECT session_id FROM paid_time WHERE ended_at IS NULL",
)
const openRows = () =>
  Effect.gen(function* () {
    return yield* (yield* openDatabase(database)).query(OPEN)
  }).pipe(Effect.scoped, Effect.provide(silentLayer), Effect.runPromise)

describe("a backend that ends while VIP is accepted and not joined", () => {
  it.each(["free", "chat"] as const)(
    "pays back what is held, where its viewer is in %s",
    async (mode) => {
      await begins({ ...chat, vipJoinMs: 3_600_000 })()
      const viewer = await watching()
      const { performerId, token } = viewer
      if (mode === "free") await accepted(viewer)
      else {
        const { body } = await rooms.join(token, performerId)
        const paying = await rooms.session(String(body["token"]))
        rooms.present(paying)
        await paying.until("custom", ({ name }) => name === "paid-time-charged")
        expect((await rooms.act(body["token"], "requestVip")).status).toBe(200)
        await rooms.acts(performerId, "accept")
        await paying.until("accept-vip")
      }
      await ends()
      // The holds end with the backend, not at the next start, whose time is unknown.
      expect(await openRows()).toEqual([])
    },
  )
})

const NEWEST_MEMBER = statement(
  Schema.Struct({ id: Schema.String }),
  "SELECT id FROM members ORDER BY registered_at DESC LIMIT 1",
)

describe("a backend that is killed while VIP is accepted and not joined", () => {
  it.each([
    ["before its viewer asks to join", false],
    ["between that and its connection", true],
  ])("pays back what is held at the next start, %s", async (_, isUsed) => {
    const folder = Scope.makeUnsafe()
    const dataDir = await Effect.runPromise(Scope.provide(migratedFolder, folder))
    const embedded = { _tag: "Embedded", dataDir } as const
    const before = await testRooms({ database: embedded, chat })
    const { performerId } = await before.performer()
    const { token } = await before.memberWith(500)
    await before.close()
    // The database after a process ended at that point.
    await Effect.gen(function* () {
      const opened = yield* openDatabase(embedded)
      const [member] = yield* opened.query(NEWEST_MEMBER)
      const hold = {
        session: "cs_held",
        memberId: member?.id ?? "",
        performerId,
        creditsPerMinute: 240,
        price: 40,
      }
      const ledger = Effect.gen(function* () {
        expect(yield* takeVipHold(hold)).toBe("held")
        if (isUsed) expect(yield* useVipHold(hold)).toBe(true)
      })
      yield* ledger.pipe(
        Effect.provideService(SqlDatabase, opened),
        Effect.provideService(OutboxRelay, OutboxRelay.of({ wake: Effect.void })),
      )
    }).pipe(
      Effect.scoped,
      Effect.provide(Layer.merge(BackendIds.layer, silentLayer)),
      Effect.runPromise,
    )
    const after = await testRooms({ database: embedded, chat })
    expect(await after.credits(token)).toBe(500)
    const lobby = await after.lobby(performerId)
    const { auth } = (await after.watch(lobby, performerId, { token })).body
    expect((await after.act(auth, "requestVip")).status).toBe(200)
    await after.close()
    await Effect.runPromise(Scope.close(folder, Exit.void))
  })
})
