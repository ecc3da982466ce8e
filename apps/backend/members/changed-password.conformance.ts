/** The guarantees of changing a password, on every database. */
import { beforeAll, describe, expect, it } from "vitest"
import { PASSWORD } from "../backend.fixture.ts"
import { newPassword, statuses, type TestAccounts } from "./accounts.fixture.ts"

const NEXT = "another-2"

export const changedPasswordConformance = (name: string, running: () => TestAccounts) => {
  let accounts: TestAccounts
  beforeAll(() => {
    accounts = running()
  })

  describe(`a changed password on ${name}`, () => {
    it("answers the next token, and refuses every earlier one from then on, on sockets too [API-007]", async () => {
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

    it("cannot be one of the most common ones, nor can a new account's, and a refusal changes nothing", async () => {
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

    it("has the length limits of the brand whose form was used, or without one of the member's own", async () => {
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

    it("has at registration the length that the brand demands", async () => {
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

    it("is refused with a wrong old one, or where the form would refuse it, and nothing changes then [ERR-11]", async () => {
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

    it("is set by one of many requests at once", async () => {
      const { id, token } = await accounts.newcomer()
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          accounts.update(token, id, { password: PASSWORD, ...newPassword(`next-pass-${index}`) }),
        ),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    })

    it("stops guesses of the old one", async () => {
      const { id, token } = await accounts.newcomer()
      const guess = (password: string) =>
        accounts.update(token, id, { password, ...newPassword(NEXT) })
      const answers = await Promise.all(
        Array.from({ length: 21 }, (_, index) => guess(`guess-${index}`)),
      )
      expect(statuses(answers)).toEqual([...Array(20).fill(400), 429])
      expect(await guess(PASSWORD)).toMatchObject({ status: 429 })
    })

    it("is set for the token's own member, and for nobody else", async () => {
      const [{ token }, victim] = [await accounts.newcomer(), await accounts.newcomer()]
      const data = { password: PASSWORD, ...newPassword(NEXT) }
      expect(await accounts.update(token, victim.id, data)).toMatchObject({ status: 403 })
      expect(await accounts.askForEmail(token, victim.id, "mine@mail.example")).toMatchObject({
        status: 403,
      })
      expect(await accounts.logIn(victim.email)).toMatchObject({ status: 200 })
    })
  })
}
