/** Withdrawing from a purchase, over the calls of a whole backend, on every database. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { testRooms, type TestRooms } from "../chat/chat.fixture.ts"
import type { BackendConfigShape } from "../config.ts"

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const PRICE = 990
const CREDITS = 600

export const withdrawalConformance = (
  name: string,
  overrides: () => Partial<BackendConfigShape>,
) => {
  let rooms: TestRooms
  beforeAll(async () => {
    rooms = await testRooms(overrides())
  })
  afterAll(() => rooms.close())

  const notice = (session: string) => ({
    sessionId: session,
    transactionId: `tx_${session}`,
    amountCents: PRICE,
  })
  const open = async (token: string) => {
    const { body } = await rooms.call("POST", "/payment/session", {
      token,
      body: {
        bundle: "bundle-600",
        paymentMethod: "10",
        returnUrl: "https://site.example/nl",
        device: "mobile",
        lang: "nl",
        member: { username: "anna", email: "anna@mail.example" },
      },
    })
    return String(body["sessionId"])
  }
  const buy = async (token: string) => {
    const session = await open(token)
    await rooms.bankSays({ ...notice(session), status: "paid" })
    return session
  }
  const withdraw = (token: string, session: string) =>
    rooms.call("POST", `/payment/session/${session}/withdrawal`, { token })
  const credits = async (token: string) =>
    (await rooms.call("GET", "/credits", { token })).body["credits"]
  const movements = async (token: string) =>
    (await rooms.call("GET", "/wallet/movements", { token })).body["movements"] as ReadonlyArray<
      Record<string, unknown>
    >
  const tip = async (token: string, amount: number) => {
    const { username } = await rooms.performer()
    return rooms.call("POST", "/tip", {
      token,
      body: { id: randomUUID(), username, amount, text: "", flag: true },
    })
  }

  /** The room's own token of somebody whose VIP is accepted. */
  const acceptedVip = async (token: string) => {
    const { performerId } = await rooms.performer()
    const lobby = await rooms.lobby(performerId)
    const { auth } = (await rooms.watch(lobby, performerId, { token })).body
    await rooms.act(auth, "requestVip")
    await rooms.acts(performerId, "accept")
    await lobby.until("accept-vip")
    return auth
  }

  describe(`withdrawing from a purchase on ${name}`, () => {
    it("takes the credits back at once and says when, and takes the purchase out of the limits [WALLET-59]", async () => {
      const { token } = await rooms.member()
      const session = await buy(token)
      expect((await movements(token))[0]).toMatchObject({
        reason: "bundle",
        withdrawal: { session, until: expect.any(Number) },
      })
      const answer = await withdraw(token, session)
      expect(answer).toMatchObject({
        status: 200,
        body: { sessionId: session, credits: CREDITS, amount: PRICE, at: expect.any(Number) },
      })
      expect(await credits(token)).toBe(0)
      const [last, first] = await movements(token)
      expect(last).toMatchObject({ reason: "withdrawal", amount: -CREDITS, paid: PRICE })
      expect(first).not.toHaveProperty("withdrawal")
      const limits = (await rooms.call("GET", "/wallet/limits", { token })).body
      expect(limits).toMatchObject({ day: { bought: 0 }, month: { bought: 0 } })
    })

    it("is done once, however often and by however many it is asked for at once [WALLET-60]", async () => {
      const { token } = await rooms.member()
      const session = await buy(token)
      const answers = await Promise.all(Array.from({ length: 16 }, () => withdraw(token, session)))
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
      expect(await credits(token)).toBe(0)
      expect((await movements(token)).filter(({ reason }) => reason === "withdrawal")).toHaveLength(
        1,
      )
    })

    it("is refused once a credit of it is spent, and spending takes the oldest first [WALLET-61]", async () => {
      const { token } = await rooms.member()
      const older = await buy(token)
      const newer = await buy(token)
      expect((await tip(token, 100)).status).toBe(200)
      expect(await withdraw(token, older)).toMatchObject({
        status: 409,
        body: { label: "withdrawal.spent" },
      })
      const rows = await movements(token)
      const bought = rows.filter(({ reason }) => reason === "bundle")
      expect(bought.map((row) => "withdrawal" in row)).toEqual([true, false])
      expect((await withdraw(token, newer)).status).toBe(200)
      expect(await credits(token)).toBe(CREDITS - 100)
      // What was withdrawn from vouches for nothing that is left.
      expect((await withdraw(token, older)).body["label"]).toBe("withdrawal.spent")
    })

    it("never leaves less than nothing, when credits are spent and purchases withdrawn from at once [WALLET-61]", async () => {
      const { token } = await rooms.member()
      const sessions = [await buy(token), await buy(token), await buy(token)]
      await Promise.all([
        ...sessions.map((session) => withdraw(token, session)),
        ...Array.from({ length: 12 }, () => tip(token, 100)),
      ])
      const rows = await movements(token)
      expect(rows.every(({ balance }) => Number(balance) >= 0)).toBe(true)
      expect(rows.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(await credits(token))
    })

    it("may be done for 14 days and no longer [WALLET-61]", async () => {
      const { token } = await rooms.member()
      const session = await buy(token)
      const withdrawn = await buy(token)
      rooms.forward(14 * DAY_MS - MINUTE_MS)
      expect((await withdraw(token, withdrawn)).status).toBe(200)
      rooms.forward(MINUTE_MS)
      expect((await withdraw(token, session)).body["label"]).toBe("withdrawal.over")
      for (const row of await movements(token)) expect(row).not.toHaveProperty("withdrawal")
    })

    it("is refused while VIP holds a credit of it, and may be done once that is given back [WALLET-61]", async () => {
      const { token } = await rooms.member()
      const session = await buy(token)
      const auth = await acceptedVip(token)
      expect(await withdraw(token, session)).toMatchObject({
        status: 409,
        body: { label: "withdrawal.spent" },
      })
      await rooms.leave(auth)
      await expect.poll(() => credits(token)).toBe(CREDITS)
      expect((await withdraw(token, session)).status).toBe(200)
    })

    it("is nobody else's, and of nothing that was not paid", async () => {
      const { token } = await rooms.member()
      const other = await rooms.member()
      const session = await buy(token)
      expect((await withdraw(other.token, session)).status).toBe(404)
      expect((await withdraw(token, await open(token))).status).toBe(404)
      expect((await withdraw(token, "ps_nothing")).status).toBe(404)
      expect(await credits(token)).toBe(CREDITS)
    })

    it("is closed by the bank's notice that the money was given back, once", async () => {
      const { token } = await rooms.member()
      const session = await buy(token)
      await withdraw(token, session)
      for (let times = 0; times < 2; times += 1) {
        const refunded = { ...notice(session), status: "refunded" as const }
        expect((await rooms.bankSays(refunded)).status).toBe(200)
      }
      expect(await credits(token)).toBe(0)
    })
  })
}
