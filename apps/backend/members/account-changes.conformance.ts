/**
 * What changing and deleting an account promise, whichever database is under them. Run by accounts.test.ts
 * on PGlite and on PostgreSQL.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { PASSWORD } from "../backend.fixture.ts"
import type { BackendConfigShape } from "../config.ts"
import {
  AT_ONCE,
  newPassword,
  statuses,
  testAccounts,
  type TestAccounts,
} from "./accounts.fixture.ts"

const NEXT = "another-2"

export const accountChangesConformance = (
  name: string,
  overrides: () => Partial<BackendConfigShape>,
) => {
  let accounts: TestAccounts
  beforeAll(async () => {
    accounts = await testAccounts(overrides())
  })
  afterAll(() => accounts?.close())

  const ending = async (token: string) => {
    const { socket } = await accounts.listen(token)
    return new Promise<string>((resolve) => {
      socket.once("disconnect", (reason) => {
        socket.disconnect()
        resolve(reason)
      })
    })
  }
  const infoOf = async (token: string) =>
    (await accounts.call("GET", "/basic-info", { token })).body

  describe(`a changed password on ${name}`, () => {
    it("answers the next token, and refuses every earlier one from then on, sockets too [API-007]", async () => {
      const { id, email, token } = await accounts.newcomer()
      const other = String((await accounts.logIn(email)).body["token"])
      const { socket } = await accounts.listen(other)
      const ended = new Promise<string>((resolve) => {
        socket.once("disconnect", resolve)
      })
      const data = { password: PASSWORD, ...newPassword(` ${NEXT} `) }
      const changed = await accounts.update(token, id, data)
      expect(changed.status).toBe(200)
      expect(await accounts.statusWith(token)).toBe(401)
      expect(await accounts.statusWith(other)).toBe(401)
      expect(await accounts.statusWith(String(changed.body["token"]))).toBe(200)
      expect(await accounts.logIn(email, NEXT)).toMatchObject({ status: 200 })
      expect(await accounts.logIn(email)).toMatchObject({ status: 400 })
      accounts.forward(3_000)
      expect(await ended).toBe("io server disconnect")
      socket.disconnect()
      expect(await accounts.mailServer.mailTo(email, 2)).toMatchObject({ links: [] })
    })

    it("refuses a wrong old one, and what the form would refuse, and changes nothing then [ERR-11]", async () => {
      const { id, email, token } = await accounts.newcomer()
      const wrong = { password: "wrong-one-1", ...newPassword(NEXT) }
      expect(await accounts.update(token, id, wrong)).toMatchObject({
        status: 400,
        body: {
          label: "incorrectPassword",
          fields: [{ field: "password", label: "incorrectPassword" }],
        },
      })
      const faulty = { newPassword: "letters", repeatNewPassword: "other" }
      expect(await accounts.update(token, id, faulty)).toMatchObject({
        status: 400,
        body: {
          label: "badRequest.password",
          fields: [
            { field: "password", label: "required" },
            { field: "newPassword", label: "noNumbers" },
            { field: "repeatNewPassword", label: "sameAs" },
          ],
        },
      })
      expect(await accounts.logIn(email)).toMatchObject({ status: 200 })
    })

    it("lets one of many win who change it at once", async () => {
      const { id, token } = await accounts.newcomer()
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          accounts.update(token, id, { password: PASSWORD, ...newPassword(`next-pass-${index}`) }),
        ),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    })

    it("stops guessing the old one", async () => {
      const { id, token } = await accounts.newcomer()
      const guess = (password: string) =>
        accounts.update(token, id, { password, ...newPassword(NEXT) })
      const answers = await Promise.all(
        Array.from({ length: 21 }, (_, index) => guess(`guess-${index}`)),
      )
      expect(statuses(answers)).toEqual([...Array(20).fill(400), 429])
      expect(await guess(PASSWORD)).toMatchObject({ status: 429 })
    })

    it("is the token's own member's, and nobody else's", async () => {
      const [{ token }, victim] = [await accounts.newcomer(), await accounts.newcomer()]
      const data = { password: PASSWORD, ...newPassword(NEXT) }
      expect(await accounts.update(token, victim.id, data)).toMatchObject({ status: 403 })
      expect(await accounts.update(token, victim.id, { email: "mine@mail.example" })).toMatchObject(
        { status: 403 },
      )
      expect(await accounts.logIn(victim.email)).toMatchObject({ status: 200 })
    })
  })

  describe(`a changed e-mail address on ${name}`, () => {
    it("is unverified again, mailed to both, followed by the username, and earns no second welcome [API-007]", async () => {
      const { id, email, token, verification } = await accounts.newcomer()
      expect(await infoOf(token)).toMatchObject({ verified: false, welcomed: false })
      await accounts.activate(verification)
      const stale = await accounts.resetLink(email)
      const next = `next.${email}`
      expect(await accounts.update(token, id, { email: ` ${next} ` })).toMatchObject({
        status: 200,
        body: {},
      })
      expect(await infoOf(token)).toMatchObject({ email: next, username: next, verified: false })
      expect(await infoOf(token)).toMatchObject({ welcomed: true })
      expect(await accounts.mailServer.mailTo(email, 3)).toMatchObject({ links: [] })
      expect(await accounts.logIn(email)).toMatchObject({ body: { label: "notExists" } })
      expect(await accounts.logIn(next)).toMatchObject({ status: 200 })
      expect(await accounts.logInByLink(stale)).toMatchObject({ body: { label: "linkExpired" } })

      const verified = await accounts.activate(await accounts.tokenIn(next, "validate"))
      expect(verified).toMatchObject({ status: 200, body: { credits: 0 } })
      expect(await accounts.creditsWith(token)).toBe(120)
      await accounts.mailServer.mailTo(next, 2)
    })

    it("lets no link that went to the old address verify the new one", async () => {
      const { id, email, token, verification } = await accounts.newcomer()
      await accounts.update(token, id, { email: `moved.${email}` })
      expect(await accounts.activate(verification)).toMatchObject({
        body: { label: "badRequest.activation.expired" },
      })
      expect(await accounts.creditsWith(token)).toBe(0)
    })

    it("says that a link was used before the address changed", async () => {
      const { id, email, token, verification } = await accounts.newcomer()
      await accounts.activate(verification)
      await accounts.update(token, id, { email: `again.${email}` })
      expect(await accounts.activate(verification)).toMatchObject({
        body: { label: "badRequest.activation.used" },
      })
    })

    it("keeps a chosen username", async () => {
      const { id, email, token } = await accounts.newcomer({}, { username: "chosen-name" })
      await accounts.update(token, id, { email: `chosen.${email}` })
      expect(await infoOf(token)).toMatchObject({ username: "chosen-name" })
    })

    it("refuses an address that somebody has, with its field, and what is none or the old one [ERR-10]", async () => {
      const [{ id, email, token }, other] = [await accounts.newcomer(), await accounts.newcomer()]
      expect(await accounts.update(token, id, { email: other.email.toUpperCase() })).toMatchObject({
        status: 409,
        body: { label: "emailExists", fields: [{ field: "email", label: "emailExists" }] },
      })
      for (const [typed, label] of [
        ["no address", "invalid"],
        ["", "required"],
        [email.toUpperCase(), "sameAsOld"],
      ] as const) {
        expect(await accounts.update(token, id, { email: typed })).toMatchObject({
          status: 400,
          body: { label: "badRequest.email", fields: [{ field: "email", label }] },
        })
      }
      expect(await infoOf(token)).toMatchObject({ email })
    })
  })

  describe(`a changed username on ${name}`, () => {
    const change = (token: string, username: string) =>
      accounts.call("POST", "/change-username", { token, body: { username } })

    it("answers a token, and frees the old name [API-013]", async () => {
      const { token } = await accounts.newcomer({}, { username: "before-that" })
      const changed = await change(token, " after-that ")
      expect(changed.status).toBe(200)
      expect(await infoOf(String(changed.body["token"]))).toMatchObject({
        username: "after-that",
        showChangeUsername: false,
      })
      expect(await change(token, "After-That")).toMatchObject({ status: 200 })
      expect(await change((await accounts.newcomer()).token, "before-that")).toMatchObject({
        status: 200,
      })
    })

    it("refuses with badRequest and what is wrong, and a name that somebody has [ERR-09]", async () => {
      const { token } = await accounts.newcomer()
      await accounts.newcomer({}, { username: "taken-here" })
      for (const [name, status, label] of [
        ["", 400, "required"],
        ["abc", 400, "tooShort"],
        ["a".repeat(33), 400, "tooLong"],
        ["no spaces", 400, "characters"],
        ["the-admin", 400, "forbidden"],
        ["TAKEN-here", 409, "usernameExists"],
      ] as const) {
        expect(await change(token, name)).toMatchObject({
          status,
          body: { label: `badRequest.${label}`, fields: [{ field: "username", label }] },
        })
      }
      expect(await change(token, "b".repeat(32))).toMatchObject({ status: 200 })
    })

    it("gives one of many who want the same name that name", async () => {
      const tokens = await Promise.all(
        Array.from({ length: 6 }, async () => (await accounts.newcomer()).token),
      )
      const answers = await Promise.all(tokens.map((token) => change(token, "wanted-name")))
      expect(statuses(answers)).toEqual([200, ...Array(5).fill(409)])
    })

    it("suggests free names like the typed one, the same every time [API-028]", async () => {
      const { token } = await accounts.newcomer({}, { username: "sunflower" })
      await accounts.newcomer({}, { username: "SunFlower2" })
      const suggested = async (query: string) =>
        (await accounts.call("GET", `/username/suggestions?${query}`, { token })).body
      const asked = "username=sunflower&limit=5&maxLength=32"
      expect(await suggested(asked)).toEqual({
        suggestions: ["sunflower1", "sunflower3", "sunflower4", "sunflower5", "sunflower6"],
      })
      expect(await suggested(asked)).toEqual(await suggested(asked))
      expect(await suggested("username=sunflower&limit=2&maxLength=6")).toEqual({
        suggestions: ["sunflo", "sunfl1"],
      })
    })
  })

  describe(`a deleted account on ${name}`, () => {
    const remove = (token: string, memberId: string) =>
      accounts.call("DELETE", "/member", { token, body: { memberId } })

    it("refuses its tokens, links and sockets, and says that it was deleted [API-008] [ERR-02]", async () => {
      const { id, email, token, verification } = await accounts.newcomer()
      const link = await accounts.resetLink(email)
      const ended = ending(token)
      await accounts.listen(token).then(({ socket }) => socket.disconnect())
      expect(await remove(token, id)).toMatchObject({ status: 200, body: {} })
      expect(await ended).toBe("io server disconnect")
      expect(await accounts.statusWith(token)).toBe(403)
      expect(await accounts.logInByLink(link)).toMatchObject({ body: { label: "linkExpired" } })
      expect(await accounts.activate(verification)).toMatchObject({
        body: { label: "badRequest.activation.expired" },
      })
      expect(await accounts.logIn(email.toUpperCase())).toMatchObject({
        status: 400,
        body: { label: "deleted" },
      })
      expect(await accounts.forgot({ email })).toMatchObject({ status: 200, body: {} })
      expect(await remove(token, id)).toMatchObject({ status: 403 })
    })

    it("lets the same address and name begin anew, with nothing of before", async () => {
      const { id, email, token, verification } = await accounts.newcomer(
        {},
        { username: "comes-back" },
      )
      await accounts.activate(verification)
      await remove(token, id)
      const body = { email, password: NEXT, username: "comes-back", meta: {} }
      const again = await accounts.call("POST", "/member", { body })
      expect(again).toMatchObject({ status: 200 })
      expect(again.body["id"]).not.toBe(id)
      const anew = String((await accounts.logIn(email, NEXT)).body["token"])
      expect(await infoOf(anew)).toMatchObject({ verified: false, credits: 0 })
    })

    it("is the token's own member's, and deleted once by all who try at once", async () => {
      const [{ id, token }, victim] = [await accounts.newcomer(), await accounts.newcomer()]
      expect(await remove(token, victim.id)).toMatchObject({ status: 403 })
      expect(await accounts.logIn(victim.email)).toMatchObject({ status: 200 })
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => remove(token, id)))
      expect(statuses(answers)).toEqual([200, ...Array(AT_ONCE - 1).fill(403)])
    })
  })

  describe(`notices on ${name}`, () => {
    it("tells of a log-in from a browser that was never seen, and of no other", async () => {
      const { email } = await accounts.newcomer()
      const from = (agent: string) => accounts.logIn(email, PASSWORD, { "X-Client-Agent": agent })
      const phone = (version: string) =>
        `Mozilla/5.0 (Android 15; Mobile; rv:${version}) Gecko/${version} Firefox/${version}`
      await from(phone("141.0"))
      await from(phone("142.0"))
      await from("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1.15")
      const notice = await accounts.mailServer.mailTo(email, 3)
      expect(notice.links).toEqual([])
      const told = accounts.mailServer.mails.filter(({ to }) => to.includes(email))
      // The verification, the phone after the first browser, the desktop after the phone.
      expect(told).toHaveLength(3)
    })

    it("tells of a purchase, once, however often the bank tells it", async () => {
      const payer = (await accounts.enter("an open payment session")) as {
        readonly email: string
        readonly sessionId: string
      }
      const notice = { transactionId: `tx_${payer.sessionId}`, amountCents: 495 } as const
      for (let time = 0; time < 3; time++) {
        await accounts.bankSays({ ...notice, sessionId: payer.sessionId, status: "paid" })
      }
      const mail = await accounts.mailServer.mailTo(payer.email)
      expect(mail.text).toContain(notice.transactionId)
      // Something later to somebody else has arrived, so a second one would have too.
      await accounts.newcomer()
      expect(accounts.mailServer.mails.filter(({ to }) => to.includes(payer.email))).toHaveLength(1)
    })
  })
}
