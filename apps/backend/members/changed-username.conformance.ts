/** The guarantees of changing a username, on every database. */
import { beforeAll, describe, expect, it } from "vitest"
import { statuses, type TestAccounts } from "./accounts.fixture.ts"

export const changedUsernameConformance = (name: string, running: () => TestAccounts) => {
  let accounts: TestAccounts
  beforeAll(() => {
    accounts = running()
  })

  const infoOf = async (token: string) =>
    (await accounts.call("GET", "/basic-info", { token })).body

  describe(`a changed username on ${name}`, () => {
    const change = (token: string, username: string) =>
      accounts.call("POST", "/change-username", { token, body: { username } })

    it("answers a token, and makes the old name free [API-013]", async () => {
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

    it("is refused with badRequest and the reason, also where somebody has the name [ERR-09]", async () => {
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

    it("is given to one of many who ask for the same name at once", async () => {
      const tokens = await Promise.all(
        Array.from({ length: 6 }, async () => (await accounts.newcomer()).token),
      )
      const answers = await Promise.all(tokens.map((token) => change(token, "wanted-name")))
      expect(statuses(answers)).toEqual([200, ...Array(5).fill(409)])
    })

    it("has free names like the typed one suggested, the same every time [API-028]", async () => {
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
}
