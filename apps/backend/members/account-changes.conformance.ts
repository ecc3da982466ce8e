/**
 * What changing and deleting an account promise, whichever database is under them. Run by accounts.server.test.ts
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

    it("keeps nobody logged in for longer than a session lasts, however often a token is exchanged", async () => {
      const DAY_MS = 86_400_000
      const { id, email, token } = await accounts.newcomer()
      let held = { token, password: PASSWORD }
      for (let day = 25; day < 90; day += 25) {
        accounts.forward(25 * DAY_MS)
        const renamed = await accounts.call("POST", "/change-username", {
          token: held.token,
          body: { username: `day-${day}-${id.slice(-4)}`.replaceAll(/[^\w-]/gu, "x") },
        })
        const next = `another-${day}`
        const changed = await accounts.update(String(renamed.body["token"]), id, {
          password: held.password,
          ...newPassword(next),
        })
        held = { token: String(changed.body["token"]), password: next }
        expect(await accounts.statusWith(held.token)).toBe(200)
      }
      accounts.forward(15 * DAY_MS - 60_000)
      expect(await accounts.statusWith(held.token)).toBe(200)
      accounts.forward(60_000)
      expect(await accounts.statusWith(held.token)).toBe(401)
      const { body } = await accounts.logIn(email, held.password)
      expect(await accounts.statusWith(String(body["token"]))).toBe(200)
    })

    it("is none of the commonest, nor is that of a new account, and nothing is changed by trying", async () => {
      const { id, email, token } = await accounts.newcomer()
      const refused = (field: string) => ({
        status: 400,
        body: { label: "commonPassword", fields: [{ field, label: "commonPassword" }] },
      })
      const common = { password: PASSWORD, ...newPassword("Welkom01") }
      expect(await accounts.update(token, id, common)).toMatchObject(refused("newPassword"))
      expect(await accounts.logIn(email)).toMatchObject({ status: 200 })
      const newcomer = { email: `new-${email}`, password: " Password1 ", meta: {} }
      expect(await accounts.call("POST", "/member", { body: newcomer })).toMatchObject(
        refused("password"),
      )
      expect(await accounts.logIn(newcomer.email, "Password1")).toMatchObject({
        body: { label: "notExists" },
      })
    })

    it("has the lengths of the brand whose form it was, and without one those of the member's own", async () => {
      const [longest, short] = [`lang-1-${"x".repeat(57)}`, "kort-12"]
      const tooShort = { body: { fields: [{ field: "newPassword", label: "tooShort" }] } }
      const tooLong = { body: { fields: [{ field: "newPassword", label: "tooLong" }] } }
      const { id, token } = await accounts.newcomer({ brand: "lumio" })
      const change = (next: string, brand?: string) =>
        accounts.update(token, id, {
          password: PASSWORD,
          ...newPassword(next),
          ...(brand !== undefined && { brand }),
        })
      expect(await change(short)).toMatchObject(tooShort)
      expect(await change(short, "lumio")).toMatchObject(tooShort)
      expect(await change(longest, "foldcast")).toMatchObject(tooLong)
      const changed = await change(longest)
      expect(changed.status).toBe(200)
      expect(
        await accounts.update(String(changed.body["token"]), id, {
          password: longest,
          ...newPassword(short),
          brand: "foldcast",
        }),
      ).toMatchObject({ status: 200 })
    })

    it("is as long as the brand wants it at registration", async () => {
      const register = (password: string, brand: string) =>
        accounts.call("POST", "/member", {
          body: {
            email: `${brand}-${password.length}-${name}@mail.example`,
            password,
            meta: { brand },
          },
        })
      const longest = `lang-1-${"x".repeat(57)}`
      expect(await register("kort-12", "lumio")).toMatchObject({ status: 400 })
      expect(await register("kort-12", "foldcast")).toMatchObject({ status: 200 })
      expect(await register(longest, "lumio")).toMatchObject({ status: 200 })
      expect(await register(`${longest}x`, "lumio")).toMatchObject({ status: 400 })
      expect(await register(longest, "foldcast")).toMatchObject({ status: 400 })
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

    it("refuses further guesses of the old one after twenty, the right one too", async () => {
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
      expect(await accounts.askForEmail(token, victim.id, "mine@mail.example")).toMatchObject({
        status: 403,
      })
      expect(await accounts.logIn(victim.email)).toMatchObject({ status: 200 })
    })
  })

  describe(`a changed e-mail address on ${name}`, () => {
    const follow = async (email: string, nth = 1) =>
      accounts.activate(await accounts.tokenIn(email, "validate", nth))

    it("waits until the link that goes to it is followed, and the old one is told at once [API-007]", async () => {
      const { id, email, token, verification } = await accounts.newcomer()
      await accounts.activate(verification)
      const stale = await accounts.resetLink(email)
      const next = `next.${email}`
      expect(await accounts.askForEmail(token, id, ` ${next} `)).toMatchObject({
        status: 200,
        body: {},
      })
      expect(await infoOf(token)).toMatchObject({ email, verified: true, pendingEmail: next })
      expect(await accounts.mailServer.mailTo(email, 3)).toMatchObject({ links: [] })
      expect(await accounts.logIn(email)).toMatchObject({ status: 200 })
      expect(await accounts.logIn(next)).toMatchObject({ body: { label: "notExists" } })

      expect(await follow(next)).toMatchObject({
        status: 200,
        body: { credits: 0, emailChanged: true },
      })
      const info = await infoOf(token)
      expect(info).toMatchObject({ email: next, username: next, verified: true, welcomed: true })
      expect(info).not.toHaveProperty("pendingEmail")
      expect(await accounts.logIn(email)).toMatchObject({ body: { label: "notExists" } })
      expect(await accounts.logIn(next)).toMatchObject({ status: 200 })
      expect(await accounts.logInByLink(stale)).toMatchObject({ body: { label: "linkExpired" } })
      expect(await follow(next)).toMatchObject({
        body: { label: "badRequest.activation.verified" },
      })
      // Both are told that it is done.
      expect(await accounts.mailServer.mailTo(email, 4)).toMatchObject({ links: [] })
      expect(await accounts.mailServer.mailTo(next, 2)).toMatchObject({ links: [] })
    })

    it("is refused without the password, and guessing it stops", async () => {
      const { id, email, token } = await accounts.newcomer()
      const asked = (password: string) =>
        accounts.askForEmail(token, id, `guessed.${email}`, password)
      expect(await asked("")).toMatchObject({
        status: 400,
        body: { fields: [{ field: "password", label: "required" }] },
      })
      const answers = await Promise.all(
        Array.from({ length: 21 }, (_, index) => asked(`guess-${index}`)),
      )
      expect(statuses(answers)).toEqual([...Array(20).fill(400), 429])
      expect(await infoOf(token)).not.toHaveProperty("pendingEmail")
    })

    it("verifies who was not verified, with the welcome that is due", async () => {
      const { id, email, token, verification } = await accounts.newcomer()
      const next = `moved.${email}`
      await accounts.askForEmail(token, id, next)
      expect(await follow(next)).toMatchObject({ body: { credits: 120 } })
      expect(await accounts.activate(verification)).toMatchObject({ status: 400 })
      expect(await accounts.creditsWith(token)).toBe(120)
    })

    it("is opened by the newest address's link alone, and by none after it was cancelled or has run out", async () => {
      const { id, email, token } = await accounts.newcomer()
      const [first, second] = [`first.${email}`, `second.${email}`]
      const expired = { body: { label: "badRequest.activation.expired" } }
      await accounts.askForEmail(token, id, first)
      await accounts.askForEmail(token, id, second)
      expect(await follow(first)).toMatchObject(expired)
      const cancel = { token, body: { memberId: id, data: { pendingEmail: null } } }
      expect(await accounts.call("PUT", "/member", cancel)).toMatchObject({ status: 200 })
      expect(await infoOf(token)).not.toHaveProperty("pendingEmail")
      expect(await follow(second)).toMatchObject(expired)

      await accounts.askForEmail(token, id, second)
      const last = await accounts.tokenIn(second, "validate", 2)
      accounts.forward(3 * 86_400_000)
      const anew = String((await accounts.logIn(email)).body["token"])
      expect(await infoOf(anew)).not.toHaveProperty("pendingEmail")
      expect(await accounts.activate(last)).toMatchObject(expired)
    })

    it("is mailed again to the address that waits, and neither link opens the account", async () => {
      const { id, email, token, verification } = await accounts.newcomer()
      await accounts.activate(verification)
      const next = `again.${email}`
      await accounts.askForEmail(token, id, next)
      expect(await accounts.call("POST", "/resend-activation", { token })).toMatchObject({
        status: 200,
      })
      const links = [
        await accounts.tokenIn(next, "validate"),
        await accounts.tokenIn(next, "validate", 2),
      ]
      for (const link of links) {
        expect(await accounts.logInByLink(link)).toMatchObject({ body: { label: "linkExpired" } })
      }
      expect(await accounts.activate(links[1] ?? "")).toMatchObject({ status: 200 })
    })

    it("ends with a changed password, and is nobody's whom another one overtook", async () => {
      const [one, other] = [await accounts.newcomer(), await accounts.newcomer()]
      const next = `wanted.${one.email}`
      await accounts.askForEmail(one.token, one.id, next)
      await accounts.askForEmail(other.token, other.id, next)
      expect(await follow(next, 2)).toMatchObject({ status: 200 })
      expect(await follow(next, 1)).toMatchObject({
        body: { label: "badRequest.activation.expired" },
      })
      const later = `later.${one.email}`
      await accounts.askForEmail(one.token, one.id, later)
      const data = { password: PASSWORD, ...newPassword(NEXT) }
      const { token } = (await accounts.update(one.token, one.id, data)).body
      expect(await infoOf(String(token))).not.toHaveProperty("pendingEmail")
      expect(await follow(later)).toMatchObject({
        body: { label: "badRequest.activation.expired" },
      })
    })

    it("keeps a chosen username", async () => {
      const { id, email, token } = await accounts.newcomer({}, { username: "chosen-name" })
      await accounts.askForEmail(token, id, `chosen.${email}`)
      await follow(`chosen.${email}`)
      expect(await infoOf(token)).toMatchObject({ username: "chosen-name" })
    })

    it("refuses an address that somebody has, with its field, and what is none or the old one [ERR-10]", async () => {
      const [{ id, email, token }, other] = [await accounts.newcomer(), await accounts.newcomer()]
      expect(await accounts.askForEmail(token, id, other.email.toUpperCase())).toMatchObject({
        status: 409,
        body: { label: "emailExists", fields: [{ field: "email", label: "emailExists" }] },
      })
      for (const [typed, label] of [
        ["no address", "invalid"],
        ["", "required"],
        [email.toUpperCase(), "sameAsOld"],
      ] as const) {
        expect(await accounts.askForEmail(token, id, typed)).toMatchObject({
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
        ["moderator", 400, "forbidden"],
        ["M0DERAT0R-nl", 400, "forbidden"],
        ["Foldcast-team", 400, "forbidden"],
        ["Lumi0_support", 400, "forbidden"],
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
    const remove = (token: string, memberId: string, password = PASSWORD) =>
      accounts.call("DELETE", "/member", { token, body: { memberId, password } })

    it("is deleted by its password alone", async () => {
      const { id, email, token } = await accounts.newcomer()
      expect(await remove(token, id, "wrong-one-1")).toMatchObject({
        status: 400,
        body: { label: "incorrectPassword" },
      })
      expect(await accounts.logIn(email)).toMatchObject({ status: 200 })
    })

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
