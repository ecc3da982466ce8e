/** The guarantees of mail links on every database: one use, one purpose, one expiry. */
import { decodeJwt } from "jose"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { PASSWORD } from "../backend.fixture.ts"
import type { BackendConfigShape } from "../config.ts"
import {
  CONCURRENT_TRIES,
  newPassword,
  statuses,
  testAccounts,
  type TestAccounts,
} from "./accounts.fixture.ts"

const NEXT = "another-2"
const HALF_AN_HOUR_MS = 1_800_000
const HOUR_MS = 3_600_000
const all = <A>(make: () => Promise<A>) =>
  Promise.all(Array.from({ length: CONCURRENT_TRIES }, make))

export const accountLinksConformance = (
  name: string,
  overrides: () => Partial<BackendConfigShape>,
) => {
  let accounts: TestAccounts
  beforeAll(async () => {
    accounts = await testAccounts(overrides())
  })
  afterAll(() => accounts?.close())

  describe(`verification on ${name}`, () => {
    it("verifies, grants the welcome credits, announces them and answers a token [API-012] [AUTH-67] [CONST-01]", async () => {
      const { id, token, verification } = await accounts.newcomer()
      const listener = await accounts.listen(token)
      const activated = await accounts.activate(verification)
      expect(activated).toMatchObject({ status: 200, body: { credits: 120 } })
      expect(decodeJwt(String(activated.body["token"]))["id"]).toBe(id)
      await listener.until(1)
      expect(listener.heard).toEqual([["updated-credits", { credits: 120 }]])
      const info = await accounts.call("GET", "/basic-info", {
        token: String(activated.body["token"]),
      })
      expect(info.body).toMatchObject({ verified: true, credits: 120 })
      listener.socket.disconnect()
    })

    it("grants the amount of the member's brand, or the house's where the brand is unknown [CONST-01]", async () => {
      const granted = async (meta: Record<string, string>) =>
        (await accounts.activate((await accounts.newcomer(meta)).verification)).body["credits"]
      expect(await granted({ brand: "lumio" })).toBe(180)
      expect(await granted({ brand: "nobody" })).toBe(120)
    })

    it("names the credits that verifying earns, and none to a member who has had them", async () => {
      const { id, email, token, verification } = await accounts.newcomer({ lang: "en" })
      const [first, second] = [email, `other-${email}`]
      expect((await accounts.mailServer.mailTo(first)).text).toContain(
        "You’ll then get 120\u00A0credits as a gift.",
      )
      await accounts.activate(verification)
      await accounts.askForEmail(token, id, second)
      const link = await accounts.tokenIn(second, "validate")
      const mails = [await accounts.mailServer.mailTo(second)]
      const verifying = mails.find(({ text }) => text.includes(link))
      expect(verifying?.text).toContain("you log in to your Foldcast account with it")
      expect(verifying?.text).not.toContain("credits")
    })

    it("mails a link to the brand's own site in the member's language", async () => {
      const linkFor = async (meta: Record<string, string>) => {
        const { email } = await accounts.newcomer(meta)
        const [link = ""] = (await accounts.mailServer.mailTo(email)).links
        return link.replace(/token=.+$/u, "token=")
      }
      expect(await linkFor({ brand: "lumio", lang: "en" })).toBe(
        "http://partner.localhost:3000/en?action=validate&token=",
      )
      expect(await linkFor({ brand: "nobody", lang: "nl" })).toBe(
        "http://localhost:3000/?action=validate&token=",
      )
    })

    it("grants once, whichever links are clicked at once, and answers later clicks that it was verified", async () => {
      const { email, token, verification } = await accounts.newcomer()
      await accounts.call("POST", "/resend-activation", { token })
      const links = [verification, await accounts.tokenIn(email, "validate", 2)]
      expect(new Set(links).size).toBe(2)
      const answers = (
        await Promise.all(links.map((link) => all(() => accounts.activate(link))))
      ).flat()
      expect(statuses(answers)).toEqual([200, ...Array(2 * CONCURRENT_TRIES - 1).fill(400)])
      expect(await accounts.creditsWith(token)).toBe(120)
      for (const link of links) {
        expect(await accounts.activate(link)).toMatchObject({
          status: 400,
          body: { label: "badRequest.activation.verified" },
        })
      }
    })

    it("refuses an expired link, one for another purpose, and one that is not ours", async () => {
      const { email, token, verification } = await accounts.newcomer()
      const [head = "", , signature = ""] = verification.split(".")
      const forged = Buffer.from(
        JSON.stringify({ ...decodeJwt(verification), exp: 4_000_000_000 }),
      ).toString("base64url")
      const { linkToken } = (await accounts.enter("a link of a member", {
        email,
        expired: true,
      })) as unknown as { readonly linkToken: string }
      for (const key of [
        linkToken,
        await accounts.resetLink(email),
        token,
        `${head}.${forged}.${signature}`,
        "x",
        "",
      ]) {
        expect(await accounts.activate(key)).toMatchObject({
          status: 400,
          body: { label: "badRequest.activation.expired" },
        })
      }
      expect(await accounts.activate(verification)).toMatchObject({ status: 200 })
    })

    it("mails again on demand up to a limit, and never to a verified member [API-010]", async () => {
      const { email, token } = await accounts.newcomer()
      const resend = () => accounts.call("POST", "/resend-activation", { token })
      expect(await resend()).toMatchObject({ status: 200, body: {} })
      const answers = await Promise.all(Array.from({ length: 6 }, resend))
      expect(statuses(answers)).toEqual([200, 200, 200, 200, 429, 429])
      await accounts.activate(await accounts.tokenIn(email, "validate", 2))
      expect(await resend()).toMatchObject({
        status: 400,
        body: { label: "badRequest.activation.verified" },
      })
    })

    describe("a link that was used", () => {
      const verified = async () => {
        const newcomer = await accounts.newcomer()
        await accounts.activate(newcomer.verification)
        return newcomer
      }
      const follow = (link: string) => accounts.logInByLink(link)

      it("sets another password, once, for an account whose owner did not register it", async () => {
        const { id, email, verification, token } = await verified()
        const answers = await Promise.all([follow(verification), follow(verification)])
        const scoped = answers.map(({ body }) => String(body["token"]))
        expect(await accounts.statusWith(scoped[0] ?? "")).toBe(403)
        const changes = scoped.map((each) => accounts.update(each, id, newPassword(NEXT)))
        expect(statuses(await Promise.all(changes))[0]).toBe(200)
        expect(statuses(await Promise.all(changes))[1]).not.toBe(200)
        expect(await accounts.statusWith(token)).toBe(401)
        expect(await accounts.logIn(email, NEXT)).toMatchObject({ status: 200 })
        expect((await follow(verification)).status).toBe(400)
      })

      it("sets none half an hour later, nor after another password or address was set", async () => {
        const late = await verified()
        accounts.forward(HALF_AN_HOUR_MS)
        expect(await follow(late.verification)).toMatchObject({ body: { label: "linkUsed" } })

        const changed = await verified()
        const passwords = { password: "secret-1", ...newPassword(NEXT) }
        await accounts.update(changed.token, changed.id, passwords)
        expect(await follow(changed.verification)).toMatchObject({ body: { label: "linkUsed" } })

        const moved = await verified()
        await accounts.askForEmail(moved.token, moved.id, `moved-${moved.email}`)
        await accounts.activate(await accounts.tokenIn(`moved-${moved.email}`, "validate"))
        expect(await follow(moved.verification)).toMatchObject({ body: { label: "linkUsed" } })
      })
    })
  })

  describe(`forgotten passwords on ${name}`, () => {
    it("get the same answer whether the account exists or not, by e-mail and by username [API-011]", async () => {
      const { email } = await accounts.newcomer({}, { username: "forgetful" })
      const answers = [
        await accounts.forgot({ email }),
        await accounts.forgot({ email: "nobody@mail.example" }),
        await accounts.forgot({ username: "Forgetful" }),
        await accounts.forgot({ username: "no-such-name" }),
      ]
      expect(answers.map(({ status, body }) => [status, body])).toEqual(
        answers.map(() => [200, {}]),
      )
      expect(await accounts.tokenIn(email, "resetpassword", 2)).not.toBe("")
      expect(accounts.mailServer.mails.some(({ to }) => to.includes("nobody@mail.example"))).toBe(
        false,
      )
    })

    it("are mailed for an account only so often, without a word of it, and asked for by one address only so often", async () => {
      const { email } = await accounts.newcomer()
      for (let time = 0; time < 8; time++) {
        expect(await accounts.forgot({ email })).toMatchObject({ status: 200, body: {} })
      }
      const asked = () => accounts.forgot({ email: "nobody@mail.example" }, "192.0.2.99")
      const answers = await Promise.all(Array.from({ length: 31 }, asked))
      expect(statuses(answers)).toEqual([...Array(30).fill(200), 429])
      // A mail is not sent after its link has expired, so all have arrived by then.
      await accounts.tokenIn(email, "resetpassword", 5)
      await accounts.newcomer()
      accounts.forward(HOUR_MS)
      await accounts.forgot({ email })
      await accounts.tokenIn(email, "resetpassword", 6)
      const links = accounts.mailServer.mails
        .filter(({ to }) => to.includes(email))
        .filter(({ text }) => text.includes("action=resetpassword"))
      expect(links).toHaveLength(6)
    })

    it("gives a token for one password change and nothing else [ERR-14]", async () => {
      const { id, email, token } = await accounts.newcomer()
      const link = await accounts.resetLink(email)
      const { status, body } = await accounts.logInByLink(link)
      expect(status).toBe(200)
      const scoped = String(body["token"])
      for (const [method, path, sent] of [
        ["GET", "/credits", undefined],
        ["GET", "/basic-info", undefined],
        ["GET", "/wallet", undefined],
        ["POST", "/change-username", { username: "taken-over" }],
        ["DELETE", "/member", { memberId: id, password: PASSWORD }],
        [
          "PUT",
          "/member",
          { memberId: id, data: { email: "other@mail.example", password: PASSWORD } },
        ],
        ["PUT", "/member", { memberId: id, data: { pendingEmail: null } }],
        ["PUT", "/member", { memberId: "m_other", data: newPassword(NEXT) }],
      ] as const) {
        const answer = await accounts.call(method, path, {
          token: scoped,
          ...(sent !== undefined && { body: sent }),
        })
        expect([path, answer.status]).toEqual([path, 403])
      }
      await expect(accounts.listen(scoped)).rejects.toThrow("forbidden")

      expect(await accounts.update(scoped, id, newPassword(NEXT))).toMatchObject({
        status: 200,
        body: {},
      })
      expect(await accounts.statusWith(token)).toBe(401)
      expect(await accounts.update(scoped, id, newPassword("third-333"))).toMatchObject({
        status: 401,
      })
      expect(await accounts.logInByLink(link)).toMatchObject({
        status: 400,
        body: { label: "linkUsed" },
      })
      expect(await accounts.logIn(email, NEXT)).toMatchObject({ status: 200 })
    })

    it("are set anew without asking for the old one, and the link stays good until a change was made [ERR-12]", async () => {
      const { id, email } = await accounts.newcomer()
      const link = await accounts.resetLink(email)
      const first = String((await accounts.logInByLink(link)).body["token"])
      expect(await accounts.update(first, id, newPassword("short"))).toMatchObject({
        status: 400,
        body: { fields: [{ field: "newPassword", label: "tooShort" }] },
      })
      const again = String((await accounts.logInByLink(link)).body["token"])
      const data = { password: "not-the-old-1", ...newPassword(NEXT) }
      expect(await accounts.update(again, id, data)).toMatchObject({ status: 200 })
    })

    it("are set anew once, however many followed the link at once", async () => {
      const { id, email } = await accounts.newcomer()
      const link = await accounts.resetLink(email)
      const tokens = (await all(() => accounts.logInByLink(link))).map(({ body }) =>
        String(body["token"]),
      )
      const answers = await Promise.all(
        tokens.map((token, index) => accounts.update(token, id, newPassword(`change-${index}`))),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.every(({ status }) => [200, 400, 401].includes(status))).toBe(true)
    })

    it("have their older links voided by a newer one, all of them by a change, and each after an hour [ERR-14]", async () => {
      const { id, email } = await accounts.newcomer()
      const older = await accounts.resetLink(email)
      const newer = await accounts.resetLink(email, 2)
      expect(await accounts.logInByLink(older)).toMatchObject({ body: { label: "linkExpired" } })
      accounts.forward(HOUR_MS)
      expect(await accounts.logInByLink(newer)).toMatchObject({ body: { label: "linkExpired" } })
      const third = await accounts.resetLink(email, 3)
      const { token } = (await accounts.logIn(email)).body
      await accounts.update(String(token), id, { password: "secret-1", ...newPassword(NEXT) })
      expect(await accounts.logInByLink(third)).toMatchObject({ body: { label: "linkExpired" } })
    })

    it("answer a token that is valid for ten minutes", async () => {
      const { id, email } = await accounts.newcomer()
      const link = await accounts.resetLink(email)
      const token = String((await accounts.logInByLink(link)).body["token"])
      accounts.forward(600_000)
      expect(await accounts.update(token, id, newPassword(NEXT))).toMatchObject({ status: 401 })
    })
  })

  describe(`log-in links on ${name}`, () => {
    const linkFor = async (params: Record<string, unknown> = {}) => {
      const entered = await accounts.enter("a link of a member", { purpose: "login", ...params })
      return (entered as Record<string, string>)["linkToken"] ?? ""
    }

    it("log one of all in who try at once, and answer the others that the link was used", async () => {
      const link = await linkFor()
      const answers = await all(() => accounts.logInByLink(link))
      expect(statuses(answers)).toEqual([200, ...Array(CONCURRENT_TRIES - 1).fill(400)])
      expect(answers.filter(({ body }) => body["label"] === "linkUsed")).toHaveLength(
        CONCURRENT_TRIES - 1,
      )
      const { token } = answers.find(({ status }) => status === 200)?.body ?? {}
      expect(await accounts.statusWith(String(token))).toBe(200)
    })

    it("are refused when expired, forged, a login token or for another purpose, and are no login token", async () => {
      const { token, verification } = await accounts.newcomer()
      const good = await linkFor()
      for (const refused of [
        await linkFor({ expired: true }),
        `${good.slice(0, -4)}AAAA`,
        token,
        verification,
        "a.b.c",
        "",
      ]) {
        expect(await accounts.logInByLink(refused)).toMatchObject({
          status: 400,
          body: { label: "linkExpired" },
        })
      }
      expect(await accounts.statusWith(good)).toBe(401)
      expect(await accounts.logInByLink(good)).toMatchObject({ status: 200 })
    })
  })
}
