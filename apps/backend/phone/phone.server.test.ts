/** Paying by phone on every database, and the whole story of a call over real connections. */
import { Effect, Exit, Result, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { readBackendConfig } from "../config.ts"
import { migratedDatabase } from "../db/migrated-database.fixture.ts"
import type { DatabaseChoice } from "../db/open-database.ts"
import { describeOnPostgres } from "../db/postgres-server.fixture.ts"
import { phoneConformance } from "./phone.conformance.ts"
import { type TestPhone, testPhone } from "./phone.fixture.ts"

describe("on PGlite", () => {
  const scope = Scope.makeUnsafe()
  let database: DatabaseChoice | null = null
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  phoneConformance("PGlite", async () => {
    database ??= await Effect.runPromise(Scope.provide(migratedDatabase, scope))
    return { database }
  })
})

await describeOnPostgres((url) =>
  phoneConformance("PostgreSQL", () =>
    Promise.resolve({ database: { _tag: "Postgres", url, connections: 16, timeoutMs: 10_000 } }),
  ),
)

describe("a call by phone", () => {
  let phone: TestPhone
  beforeAll(async () => {
    phone = await testPhone({ hangUpMs: 2_000 })
  })
  afterAll(() => phone.close())

  const inRoom = async (token: string, performerId: string) => {
    const joined = await phone.join(token, performerId)
    expect(joined.status).toBe(200)
    const session = await phone.session(String(joined.body["token"]))
    phone.present(session)
    await session.until("updated-settings")
    return { joined: joined.body, auth: String(joined.body["token"]), session }
  }

  it("tells the numbers with all that is to stand beside them", async () => {
    const { body } = await phone.call("GET", "/payment/dial-in?provider=paynl&lang=nl")
    expect(body).toEqual([
      {
        id: "nl",
        options: [{ number: "0906-1234", tariff: 0.8, start: 45, maximum: 4_845 }],
      },
      { id: "be", options: [{ number: "0907-12345", tariff: 1, maximum: 1_000 }] },
    ])
    expect(await phone.openSession("be")).toEqual({
      session: expect.stringMatching(/^ivr_/u),
      callednumber: "0907-12345",
      displaynumber: "0907-12345",
      tariff: 1,
      maximum: 1_000,
      ttl: 60,
      flag: "be",
    })
    expect(await phone.openSession("fr")).toMatchObject({ flag: "nl" })
  })

  it("goes from the number to the room, pays there, and ends both", async () => {
    const { performerId } = await phone.performer()
    const call = await phone.accepted()
    const listener = await phone.listen(call.token)
    expect((await phone.join(call.token, performerId)).body).toEqual({
      label: "badRequest.membersOnly",
    })
    await phone.provider.until(call.call, "connect")
    await phone.says({ kind: "connected", call: call.call })
    await listener.until(1)
    const told = { session: call.session, state: "in_call", seconds: 0, cents: 45 }
    expect(listener.heard).toEqual([["dial-in-status", told]])

    const { session, auth, joined } = await inRoom(call.token, performerId)
    expect(joined).toMatchObject({ nickname: call.username, creditsPerMinute: 0 })
    const message = { id: "command-m1", message: "hallo", messageType: "room" }
    expect((await phone.act(auth, "message", message)).status).toBe(200)
    expect(await session.until("message")).toMatchObject({
      from: call.username,
      message: "hallo",
    })

    await phone.says({ kind: "talking", call: call.call, seconds: 30 })
    await phone.says({ kind: "ended", call: call.call, seconds: 75, reason: "caller" })
    expect(await session.until("kick")).toMatchObject({ reason: "dialin_stopped" })
    await session.closed
    await listener.until(3)
    expect(listener.heard.at(-1)).toEqual([
      "dial-in-status",
      { session: call.session, state: "ended", seconds: 75, cents: 145 },
    ])
    expect((await phone.join(call.token, performerId)).status).toBe(400)
    // Nothing of it was told as paid time.
    expect(session.heard.filter(([name]) => name === "custom")).toEqual([])
    listener.socket.disconnect()
  })

  it("opens nothing but the room: no tips, no VIP, no own camera, no other nickname, no other call", async () => {
    const { performerId } = await phone.performer()
    const call = await phone.talking()
    const { auth } = await inRoom(call.token, performerId)
    const only = { status: 400, body: { label: "membersOnly" } }
    const tip = { id: "command-t1", amount: 150, tipType: "kiss", message: "", isPublic: true }
    expect(await phone.act(auth, "tip", tip)).toMatchObject(only)
    expect(await phone.act(auth, "requestVip")).toMatchObject(only)
    expect(await phone.act(auth, "changeNickname", { newNickname: "Anna" })).toMatchObject(only)
    expect(await phone.call("POST", "/chat/cam-back", { body: { auth } })).toMatchObject(only)
    expect(await phone.join(call.token, performerId, "vip")).toMatchObject(only)
    const { token } = call
    for (const [method, path] of [
      ["GET", "/credits"],
      ["GET", "/basic-info"],
      ["GET", "/payment/dial-in"],
      ["DELETE", "/member"],
    ] as const) {
      expect(await phone.call(method, path, { token })).toMatchObject({
        status: 400,
        body: { label: "badRequest.membersOnly" },
      })
    }
    expect((await phone.stateOf("ivr_other", token)).body).toEqual({ label: "notFound.session" })
    const member = await phone.member()
    expect((await phone.stateOf(call.session, member.token)).status).toBe(401)
  })

  it("is a guest where rooms are watched free, with what a guest has of it", async () => {
    const { performerId } = await phone.performer()
    const lobby = await phone.lobby(performerId)
    const { token } = await phone.talking()
    const watched = await phone.watch(lobby, performerId, { token })
    expect(watched).toMatchObject({ status: 200, body: { freeSecondsLeft: expect.any(Number) } })
  })

  it("is in one room at a time, and leaves the guests of both alone", async () => {
    const [one, two] = [await phone.performer(), await phone.performer()]
    const lobby = await phone.lobby(two.performerId)
    expect((await phone.watch(lobby, two.performerId)).status).toBe(200)
    const call = await phone.talking()
    const first = await inRoom(call.token, one.performerId)
    await inRoom(call.token, two.performerId)
    expect(await first.session.until("kick")).toMatchObject({ reason: "duplicate_session" })
    expect(lobby.heard.filter(([name]) => name === "kick")).toEqual([])
  })

  it("is hung up when its caller has watched nobody for so long, after hearing why", async () => {
    const { performerId } = await phone.performer()
    const call = await phone.talking()
    await phone.provider.until(call.call, "announce", "notWatching")
    const { session, auth } = await inRoom(call.token, performerId)
    // Back in time: longer than the whole wait, nobody hangs up.
    const inTime = await phone.talking()
    await phone.provider.until(inTime.call, "hangUp", "notWatching")
    const isHungUp = () =>
      phone.provider.heard.some((one) => one.call === call.call && one.kind === "hangUp")
    expect(isHungUp()).toBe(false)
    await phone.leave(auth)
    await session.closed
    await phone.provider.until(call.call, "hangUp", "notWatching")
    const kinds = phone.provider.heard.filter((one) => one.call === call.call)
    expect(kinds.map(({ kind }) => kind)).toEqual(["connect", "announce", "announce", "hangUp"])
  })

  it("is hung up at the caller's own word, which may be repeated", async () => {
    const { token, call } = await phone.talking()
    for (const _ of [1, 2]) {
      expect(await phone.call("DELETE", "/payment/dial-in", { token })).toMatchObject({
        status: 200,
        body: {},
      })
    }
    await phone.provider.until(call, "hangUp", "asked")
    const { token: other } = await phone.member()
    expect((await phone.call("DELETE", "/payment/dial-in", { token: other })).status).toBe(401)
  })

  it("is hung up when it has lasted as long as it may", async () => {
    const { call } = await phone.talking()
    await phone.says({ kind: "talking", call, seconds: 3_600 })
    await phone.provider.until(call, "hangUp", "longest")
  })

  it("is given up where it is never connected, and hung up", async () => {
    const { call, token, session } = await phone.accepted()
    phone.forward(61_000)
    await phone.provider.until(call, "hangUp", "expired")
    await expect
      .poll(async () => (await phone.stateOf(session, token)).body["state"])
      .toBe("expired")
  })

  it("comes in at the number of the country that is asked for, and at that of the first of NL, BE and DE where there is none [DIALIN-31]", async () => {
    expect(await phone.openSession("BE")).toMatchObject({ flag: "be" })
    expect(await phone.openSession("DE")).toMatchObject({ flag: "nl" })
    expect((await phone.call("GET", "/payment/ivr")).body).toMatchObject({ flag: "nl" })
  })

  it("shows numbers to one address so often and no more", async () => {
    const headers = { "X-Client-Address": "192.0.2.77" }
    const statuses: Array<number> = []
    for (let count = 0; count < 241; count += 1) {
      statuses.push((await phone.call("GET", "/payment/ivr", { headers })).status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(240)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe("without numbers", () => {
  it("nobody pays by phone, and no notice is taken", async () => {
    const { phone: settings } = Result.getOrThrow(readBackendConfig({ PHONE_NUMBERS: "none" }))
    const phone = await testPhone({ phone: settings })
    expect((await phone.call("GET", "/payment/dial-in")).body).toEqual([])
    expect(await phone.call("GET", "/payment/ivr")).toMatchObject({
      status: 404,
      body: { label: "notFound" },
    })
    expect((await phone.arrives()).answer.status).toBe(404)
    await phone.close()
  })
})
