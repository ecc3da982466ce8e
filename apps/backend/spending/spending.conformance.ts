/** Limits on buying and the pause, over the calls of a whole backend, on every database. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { PASSWORD } from "../backend.fixture.ts"
import { testRooms, type TestRooms } from "../chat/chat.fixture.ts"
import type { BackendConfigShape } from "../config.ts"

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NONE = { day: null, week: null, month: null }
/** Its price in euro cents. */
const PRICE = 990

export const spendingConformance = (name: string, overrides: () => Partial<BackendConfigShape>) => {
  let rooms: TestRooms
  beforeAll(async () => {
    rooms = await testRooms(overrides())
  })
  afterAll(() => rooms.close())

  const put = (token: string, body: unknown) => rooms.call("PUT", "/wallet/limits", { token, body })
  const look = async (token: string) => (await rooms.call("GET", "/wallet/limits", { token })).body
  const open = (token: string, bundle = "bundle-600") =>
    rooms.call("POST", "/payment/session", {
      token,
      body: {
        bundle,
        paymentMethod: "10",
        returnUrl: "https://site.example/nl",
        device: "mobile",
        lang: "nl",
        member: { username: "anna", email: "anna@mail.example" },
      },
    })
  const notice = (sessionId: unknown) => ({
    sessionId: String(sessionId),
    transactionId: `tx_${String(sessionId)}`,
    amountCents: PRICE,
  })

  describe(`a limit on buying on ${name}`, () => {
    it("is never exceeded by payments that are opened at once, 64 of them [WALLET-54]", async () => {
      const { token } = await rooms.member()
      await put(token, { ...NONE, week: 3 * PRICE + 100 })
      const answers = await Promise.all(Array.from({ length: 64 }, () => open(token)))
      const labels = answers.map(({ status, body }) => (status === 200 ? "opened" : body["label"]))
      expect(labels.filter((label) => label === "opened")).toHaveLength(3)
      expect(labels.filter((label) => label === "limitReached.week")).toHaveLength(61)
      expect(await look(token)).toMatchObject({
        week: { limit: 3 * PRICE + 100, bought: 3 * PRICE },
      })
    })

    it("counts what is open and what was paid in the span, and nothing that failed [WALLET-54]", async () => {
      const { token } = await rooms.member()
      await put(token, { ...NONE, day: 2 * PRICE, month: 3 * PRICE })
      const [first, second] = [(await open(token)).body, (await open(token)).body]
      expect(await open(token)).toMatchObject({ status: 400, body: { label: "limitReached.day" } })
      await rooms.bankSays({ ...notice(first["sessionId"]), status: "failed", reasonCode: 309 })
      expect((await open(token, "topup-600")).status).toBe(200)
      await rooms.bankSays({ ...notice(second["sessionId"]), status: "paid" })
      expect((await open(token)).body["label"]).toBe("limitReached.day")
      expect(await look(token)).toMatchObject({ day: { bought: 2 * PRICE }, pausedUntil: null })
    })

    it("counts a purchase for 24 hours, for 7 days and for 30 days [WALLET-54]", async () => {
      const { email, token: first } = await rooms.member()
      let token = first
      await put(token, { day: PRICE, week: 2 * PRICE, month: 3 * PRICE })
      const bought = async () => {
        const { day, week, month } = (await look(token)) as Record<
          "day" | "week" | "month",
          { readonly bought: number }
        >
        return [day.bought, week.bought, month.bought].map((cents) => cents / PRICE)
      }
      const buy = async () => {
        const { body } = await open(token)
        await rooms.bankSays({ ...notice(body["sessionId"]), status: "paid" })
      }
      await buy()
      expect(await bought()).toEqual([1, 1, 1])
      expect((await open(token)).body["label"]).toBe("limitReached.day")
      rooms.forward(DAY_MS + HOUR_MS)
      expect(await bought()).toEqual([0, 1, 1])
      await buy()
      expect(await bought()).toEqual([1, 2, 2])
      rooms.forward(DAY_MS + HOUR_MS)
      expect((await open(token)).body["label"]).toBe("limitReached.week")
      rooms.forward(5 * DAY_MS)
      expect(await bought()).toEqual([0, 1, 2])
      rooms.forward(23 * DAY_MS)
      // The first log-in is over by now.
      const logIn = await rooms.call("POST", "/login", { body: { email, password: PASSWORD } })
      token = String(logIn.body["token"])
      expect(await bought()).toEqual([0, 0, 1])
      rooms.forward(DAY_MS + HOUR_MS)
      expect(await bought()).toEqual([0, 0, 0])
    })

    it("holds at once where it is lowered, and a day later where it is raised [WALLET-55]", async () => {
      const { token } = await rooms.member()
      expect((await put(token, { ...NONE, day: 500 })).body).toMatchObject({ day: { limit: 500 } })
      expect((await open(token)).body["label"]).toBe("limitReached.day")
      const raised = (await put(token, NONE)).body
      expect(raised).toMatchObject({ day: { limit: 500, raise: { limit: null } } })
      expect((await open(token)).body["label"]).toBe("limitReached.day")
      expect((await put(token, { ...NONE, day: 500 })).body["day"]).toEqual({
        limit: 500,
        bought: 0,
      })
      await put(token, NONE)
      rooms.forward(DAY_MS - HOUR_MS)
      expect((await open(token)).body["label"]).toBe("limitReached.day")
      rooms.forward(HOUR_MS)
      expect((await open(token)).status).toBe(200)
      expect((await look(token))["day"]).toEqual({ limit: null, bought: PRICE })
    })

    it("is the member's own, of known amounts and for members alone", async () => {
      const [one, other] = [await rooms.member(), await rooms.member()]
      await put(one.token, { ...NONE, day: 100 })
      expect(await look(other.token)).toMatchObject({ day: { limit: null } })
      for (const body of [{ day: 1 }, { ...NONE, week: -1 }, { ...NONE, week: 1.5 }, {}, null]) {
        expect((await put(one.token, body)).status).toBe(400)
      }
      expect(await rooms.call("PUT", "/wallet/limits", { body: NONE })).toMatchObject({
        status: 401,
      })
      expect(await rooms.call("GET", "/wallet/limits")).toMatchObject({ status: 401 })
    })
  })

  describe(`a pause on ${name}`, () => {
    it("refuses payments, paid rooms, VIP and tips until it is over, and is never ended early [WALLET-56]", async () => {
      const { performerId, username } = await rooms.performer()
      const lobby = await rooms.lobby(performerId)
      const { token } = await rooms.memberWith(1_000)
      const { auth } = (await rooms.watch(lobby, performerId, { token })).body
      const begun = rooms.now()
      const until = Number((await put(token, { pauseDays: 7 })).body["pausedUntil"])
      expect(until).toBeGreaterThanOrEqual(begun + 7 * DAY_MS)
      expect((await put(token, { pauseDays: 1 })).body["pausedUntil"]).toBe(until)
      expect((await put(token, NONE)).body["pausedUntil"]).toBe(until)
      const tip = { id: "tip-paused", amount: 150, tipType: "kiss", message: "", isPublic: true }
      const outside = { id: "tip-paused-2", username, amount: 150, text: "", flag: true }
      const label = "spendingPaused"
      for (const refused of [
        await open(token),
        await rooms.join(token, performerId),
        await rooms.act(auth, "requestVip"),
        await rooms.act(auth, "tip", tip),
        await rooms.call("POST", "/tip", { token, body: outside }),
      ]) {
        expect(refused).toMatchObject({ status: 400, body: { label } })
      }
      expect(await rooms.credits(token)).toBe(1_000)
      for (const pauseDays of [0, 2, 365, "7"]) {
        expect((await put(token, { pauseDays })).status).toBe(400)
      }
      const { token: other } = await rooms.member()
      await put(other, { pauseDays: 7 })
      const longer = Number((await put(other, { pauseDays: 30 })).body["pausedUntil"])
      expect(longer).toBeGreaterThanOrEqual(begun + 30 * DAY_MS)
      rooms.forward(7 * DAY_MS + 60_000)
      expect((await look(other))["pausedUntil"]).toBe(longer)
      expect((await look(token))["pausedUntil"]).toBeNull()
      expect((await open(token)).status).toBe(200)
    })
  })
}
