/** The guarantees when a member deletes their account, on every database. */
import { beforeAll, describe, expect, it } from "vitest"
import { PASSWORD } from "../backend.fixture.ts"
import { CONCURRENT_TRIES, statuses, type TestAccounts } from "./accounts.fixture.ts"

const NEXT = "another-2"

export const deletedAccountConformance = (name: string, running: () => TestAccounts) => {
  let accounts: TestAccounts
  beforeAll(() => {
    accounts = running()
  })

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

  describe(`a deleted account on ${name}`, () => {
    const remove = (token: string, memberId: string, password = PASSWORD) =>
      accounts.call("DELETE", "/member", { token, body: { memberId, password } })

    it("needs its password to be deleted", async () => {
      const { id, email, token } = await accounts.newcomer()
      expect(await remove(token, id, "wrong-one-1")).toMatchObject({
        status: 400,
        body: { label: "incorrectPassword" },
      })
      expect(await accounts.logIn(email)).toMatchObject({ status: 200 })
    })

    it("has its tokens, links and sockets refused, with the reason that it was deleted [API-008] [ERR-02]", async () => {
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

    it("leaves its address and name to a new account, which has nothing of the old one", async () => {
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

    it("is that of the token's own member, and is deleted once by all who try at once", async () => {
      const [{ id, token }, victim] = [await accounts.newcomer(), await accounts.newcomer()]
      expect(await remove(token, victim.id)).toMatchObject({ status: 403 })
      expect(await accounts.logIn(victim.email)).toMatchObject({ status: 200 })
      const answers = await Promise.all(
        Array.from({ length: CONCURRENT_TRIES }, () => remove(token, id)),
      )
      expect(statuses(answers)).toEqual([200, ...Array(CONCURRENT_TRIES - 1).fill(403)])
    })
  })
}
