/** The guarantees of changing an e-mail address, on every database. */
import { beforeAll, describe, expect, it } from "vitest"
import { PASSWORD } from "../backend.fixture.ts"
import { newPassword, statuses, type TestAccounts } from "./accounts.fixture.ts"

const NEXT = "another-2"

export const changedEmailConformance = (name: string, running: () => TestAccounts) => {
  let accounts: TestAccounts
  beforeAll(() => {
    accounts = running()
  })

  const infoOf = async (token: string) =>
    (await accounts.call("GET", "/basic-info", { token })).body

  describe(`a changed e-mail address on ${name}`, () => {
    const follow = async (email: string, nth = 1) =>
      accounts.activate(await accounts.tokenIn(email, "validate", nth))

    it("takes effect when the link mailed to it is followed, and the old one is notified at once [API-007]", async () => {
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
      // Both addresses receive a mail that confirms the change.
      expect(await accounts.mailServer.mailTo(email, 4)).toMatchObject({ links: [] })
      expect(await accounts.mailServer.mailTo(next, 2)).toMatchObject({ links: [] })
    })

    it("is refused without the password, and guesses of it are limited", async () => {
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

    it("verifies a member who was not, and grants the welcome credits that are due", async () => {
      const { id, email, token, verification } = await accounts.newcomer()
      const next = `moved.${email}`
      await accounts.askForEmail(token, id, next)
      expect(await follow(next)).toMatchObject({ body: { credits: 120 } })
      expect(await accounts.activate(verification)).toMatchObject({ status: 400 })
      expect(await accounts.creditsWith(token)).toBe(120)
    })

    it("takes effect by the newest address's link alone, and by none that was cancelled or has expired", async () => {
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

    it("is mailed again to the waiting address, and neither link logs in", async () => {
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

    it("is cancelled by a changed password, and refused where another account took the address meanwhile", async () => {
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

    it("is refused with its field where somebody has it, and where it is invalid or the old one [ERR-10]", async () => {
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
}
