/** A member's movements over HTTP: purchases, spending by the second and tips, visible only to that member. */
import { Result, Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { MovementsAnswer } from "@foldcast/contracts/upstream/member-api"
import { type TestRooms, testRooms } from "../chat/chat.fixture.ts"
import { readBackendConfig } from "../config.ts"
import { SOLD_BUNDLES } from "../payments/bundles.ts"

const { chat } = Result.getOrThrow(readBackendConfig({}))

let rooms: TestRooms
beforeAll(async () => {
  rooms = await testRooms({ chat: { ...chat, keepAliveMs: 50, intervalMs: 1_000 } })
})
afterAll(() => rooms.close())

const read = async (token: string, query = "") => {
  const { status, body } = await rooms.call("GET", `/wallet/movements${query}`, { token })
  expect(status).toBe(200)
  return Schema.decodeUnknownSync(MovementsAnswer)(body)
}

const TIP = { id: "history-tip-1", amount: 50, tipType: "wink", message: "", isPublic: false }

describe("a member's movements", () => {
  it("name a paid session with its whole cost, and a tip with its performer", async () => {
    const { performerId, username } = await rooms.performer(1)
    const { token } = await rooms.memberWith(200)
    const { body } = await rooms.join(token, performerId)
    const session = await rooms.session(String(body["token"]))
    rooms.present(session)
    await session.until("custom", ({ name }) => name === "paid-time-charged")
    expect((await rooms.act(body["token"], "tip", TIP)).status).toBe(200)
    await rooms.leave(body["token"])
    const receipt = (await session.until("custom", ({ name }) => name === "paid-time-ended"))[
      "data"
    ] as { readonly credits: number; readonly seconds: number }
    const { movements, next } = await read(token)
    expect(next).toBeNull()
    expect(movements[0]?.balance).toBe(await rooms.credits(token))
    expect(movements.at(-1)).toMatchObject({ reason: "demo", amount: 200, balance: 200 })
    const performer = { id: performerId, username }
    expect(movements.find(({ reason }) => reason === "tip")).toMatchObject({
      amount: -50,
      performer,
    })
    const paid = movements.filter((movement) => movement.session?.id === body["session"])
    expect(paid.length).toBeGreaterThan(0)
    for (const movement of paid) {
      expect(movement).toMatchObject({
        performer,
        session: {
          mode: "chat",
          credits: receipt.credits,
          seconds: receipt.seconds,
          movements: paid.length,
        },
      })
    }
    expect(paid.reduce((sum, { amount }) => sum + amount, 0) + receipt.credits).toBe(0)
  })

  it("name the performer of a tip from outside a room, even where nobody has her room open", async () => {
    const { performerId: id, username } = await rooms.performer(1)
    const { token } = await rooms.memberWith(200)
    const tip = { id: "history-tip-2", username, amount: 150, text: "", flag: false }
    expect((await rooms.call("POST", "/tip", { token, body: tip })).status).toBe(200)
    const { movements } = await read(token)
    expect(movements[0]).toMatchObject({ reason: "tip", performer: { id, username } })
  })

  it("hold no tip for a name that does not exist: it is refused", async () => {
    const { token } = await rooms.memberWith(200)
    const tip = {
      id: "history-tip-3",
      username: "nobody-at-all",
      amount: 150,
      text: "",
      flag: false,
    }
    expect((await rooms.call("POST", "/tip", { token, body: tip })).status).toBe(404)
    expect((await read(token)).movements.map(({ reason }) => reason)).not.toContain("tip")
  })

  it("name what was bought by the bank's transaction, and what was paid for it", async () => {
    const { token } = await rooms.enter("a paid payment session")
    const [bought] = (await read(token)).movements
    expect(bought).toMatchObject({
      reason: "bundle",
      transactionId: expect.stringMatching(/^tx_/u),
      paid: SOLD_BUNDLES[0].costCents,
    })
  })

  it("come page by page, each once, and no more than are asked for", async () => {
    const { performerId } = await rooms.performer(3)
    const { token } = await rooms.memberWith(1_000)
    const lobby = await rooms.lobby(performerId)
    const { body } = await rooms.watch(lobby, performerId, { token })
    for (const number of [1, 2, 3, 4]) {
      await rooms.act(body["auth"], "tip", { ...TIP, id: `history-page-${number}` })
    }
    const ids: Array<string> = []
    for (let query: string | null = "?limit=2"; query !== null;) {
      const { movements, next }: MovementsAnswer = await read(token, query)
      expect(movements.length).toBeLessThanOrEqual(2)
      ids.push(...movements.map(({ id }) => id))
      query = next === null ? null : `?limit=2&before=${next}`
    }
    expect(ids).toHaveLength(5)
    expect(ids).toEqual((await read(token)).movements.map(({ id }) => id))
  })

  it("show no other member's: another's position shows one's own, and an invented one is refused", async () => {
    const anna = await rooms.memberWith(100)
    const bert = await rooms.memberWith(70)
    expect((await rooms.call("GET", "/wallet/movements")).status).toBe(401)
    const own = (await read(bert.token)).movements.map(({ id }) => id)
    const asAnna = await read(anna.token, "?before=999999999")
    expect(asAnna.movements).toMatchObject([{ amount: 100 }])
    expect(asAnna.movements.map(({ id }) => id)).not.toEqual(own)
    expect((await read(anna.token, `?before=2&memberId=${bert.memberId}`)).movements).toMatchObject(
      [{ amount: 100 }],
    )
    for (const query of [
      "before=0",
      "before=-1",
      "before=1;--",
      "before=",
      "limit=201",
      "limit=1e9",
    ]) {
      const refused = await rooms.call("GET", `/wallet/movements?${query}`, { token: anna.token })
      expect(refused.status, query).toBe(400)
    }
  })
})
