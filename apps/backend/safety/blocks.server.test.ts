/** Blocks over the calls of a whole backend: who is kept apart, in rooms and in messages, and what that costs. */
import { randomUUID } from "node:crypto"
import { Result } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { testRooms, type TestRooms } from "../chat/chat.fixture.ts"
import { readBackendConfig } from "../config.ts"

const { chat } = Result.getOrThrow(readBackendConfig({}))
/** Intervals of one second, so that a session is charged soon. */
const QUICK = { ...chat, keepAliveMs: 50, intervalMs: 1_000, silentAfterMs: 1_000 }
const BLOCKED = { status: 400, body: { label: "blocked" } }
const DONE = { status: 200 }

let rooms: TestRooms
beforeAll(async () => {
  rooms = await testRooms({ chat: QUICK })
})
afterAll(() => rooms.close())

const block = (token: string, performerId: string) =>
  rooms.call("PUT", `/block/${performerId}`, { token })
const unblock = (token: string, performerId: string) =>
  rooms.call("DELETE", `/block/${performerId}`, { token })
const listed = async (token: string) =>
  (await rooms.call("GET", "/block", { token })).body["blocks"]
const send = (token: string, performerId: string) =>
  rooms.call("POST", `/inbox/${performerId}`, {
    token,
    body: { performerId, key: randomUUID(), message: "Hello" },
  })

describe("a member's blocks", () => {
  it("are kept once, newest first, for that member alone, until they are taken back [BLOCK-01]", async () => {
    const [{ token }, other] = [await rooms.memberWith(0), await rooms.memberWith(0)]
    const [one, another] = [await rooms.performer(), await rooms.performer()]
    for (const { performerId } of [one, another, one]) {
      expect(await block(token, performerId)).toMatchObject(DONE)
    }
    const ids = [{ performerId: another.performerId }, { performerId: one.performerId }]
    expect(await listed(token)).toEqual(ids)
    expect(await listed(other.token)).toEqual([])
    for (const id of [another.performerId, another.performerId, "nobody"]) {
      expect(await unblock(token, id)).toMatchObject(DONE)
    }
    expect(await listed(token)).toEqual([{ performerId: one.performerId }])
  })

  it("are of performers that exist, and of members alone", async () => {
    const { token } = await rooms.memberWith(0)
    const { performerId } = await rooms.performer()
    expect(await block(token, "nobody")).toMatchObject({ status: 404, body: { label: "notFound" } })
    for (const method of ["PUT", "DELETE"]) {
      expect(await rooms.call(method, `/block/${performerId}`)).toMatchObject({ status: 401 })
    }
    expect(await rooms.call("GET", "/block")).toMatchObject({ status: 401 })
    expect(await listed(token)).toEqual([])
  })
})

describe("a room that a block closes", () => {
  it("is left by a member who watches, and refuses them until they take it back [BLOCK-02]", async () => {
    const { token } = await rooms.memberWith(300)
    const { performerId, username } = await rooms.performer()
    const lobby = await rooms.lobby(performerId)
    const { body } = await rooms.watch(lobby, performerId, { token })
    await block(token, performerId)
    expect(await lobby.until("kick")).toEqual({ session: body["session"], reason: "blocked" })
    expect(await rooms.watch(lobby, performerId, { token })).toMatchObject(BLOCKED)
    expect(await rooms.join(token, performerId)).toMatchObject(BLOCKED)
    const tip = { id: randomUUID(), username, amount: 100, text: "", flag: false }
    expect(await rooms.call("POST", "/tip", { token, body: tip })).toMatchObject(BLOCKED)
    expect(await rooms.credits(token)).toBe(300)
    await unblock(token, performerId)
    expect(await rooms.watch(lobby, performerId, { token })).toMatchObject(DONE)
    const elsewhere = await rooms.performer()
    const there = await rooms.lobby(elsewhere.performerId)
    expect(await rooms.watch(there, elsewhere.performerId, { token })).toMatchObject(DONE)
  })

  it("ends what is paid there with its exact charge [BLOCK-02]", async () => {
    const { token } = await rooms.memberWith(500)
    const { performerId } = await rooms.performer(1)
    const joined = await rooms.join(token, performerId)
    const session = await rooms.session(String(joined.body["token"]))
    rooms.present(session)
    await session.until("custom", ({ name }) => name === "paid-time-charged")
    await block(token, performerId)
    const { data } = await session.until("custom", ({ name }) => name === "paid-time-ended")
    const receipt = data as { readonly credits: number; readonly seconds: number }
    expect(await session.until("kick")).toMatchObject({ reason: "blocked" })
    expect(receipt).toMatchObject({ credits: receipt.seconds, reason: "blocked" })
    expect(await rooms.credits(token)).toBe(500 - receipt.credits)
    await session.closed
  })

  it("refuses whoever was on the way in when the block was made [BLOCK-02]", async () => {
    const { performerId } = await rooms.performer()
    const lobby = await rooms.lobby(performerId)
    const members = await Promise.all(Array.from({ length: 40 }, () => rooms.memberWith(300)))
    const entries = await Promise.all(
      members.map(async ({ token }, index) => {
        const enter = () => rooms.watch(lobby, performerId, { token })
        const [first, second] = index % 2 === 0 ? [enter, block] : [block, enter]
        const begun = first(token, performerId)
        const [one, other] = await Promise.all([begun, second(token, performerId)])
        return index % 2 === 0 ? one : other
      }),
    )
    const entered = entries
      .filter(({ status }) => status === 200)
      .map(({ body }) => body["session"])
    // Whoever came in first was sent out by the block.
    for (const session of entered) await lobby.until("kick", (told) => told["session"] === session)
    expect(entries).toHaveLength(members.length)
  })
})

describe("an inbox that a block closes", () => {
  it("refuses both, says so where it is read, and suggests nobody whom it keeps apart [BLOCK-03]", async () => {
    const { token, memberId } = await rooms.memberWith(1_000)
    const { performerId, username } = await rooms.performer(1)
    const suggested = async () => {
      const path = `/inbox/suggestion-list/models?username=${username}`
      const { body } = await rooms.call("GET", path, { token })
      return (body["suggestions"] as ReadonlyArray<{ readonly userid: string }>).length
    }
    const found = async (query: string) => {
      const { body } = await rooms.call("GET", `/inbox/list${query}`, { token })
      return (body["conversations"] as ReadonlyArray<unknown>).length
    }
    expect(await suggested()).toBe(1)
    await block(token, performerId)
    expect(await suggested()).toBe(0)
    expect(await send(token, performerId)).toMatchObject(BLOCKED)
    await unblock(token, performerId)
    const sent = await send(token, performerId)
    const mayWrite = async () => {
      const path = `/inbox/${String(sent.body["conversationId"])}`
      return (await rooms.call("GET", path, { token })).body["mayWrite"]
    }
    expect(await mayWrite()).toBe(true)
    expect(await found(`?username=${username}`)).toBe(1)
    const before = await rooms.credits(token)
    await block(token, performerId)
    expect(await mayWrite()).toBe(false)
    expect([await found(""), await found(`?username=${username}`)]).toEqual([1, 0])
    expect(await send(token, performerId)).toMatchObject(BLOCKED)
    const hers = { memberId, performerId, message: "Hello" }
    const written = await rooms.enter("a performer's private message", hers)
    expect(written).toMatchObject({ label: "blocked" })
    expect(await rooms.credits(token)).toBe(before)
  })
})
