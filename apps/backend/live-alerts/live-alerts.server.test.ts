import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { testBackend, type TestBackend } from "../backend.fixture.ts"

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const enterPerformer = async () =>
  (await backend.enter("a performer")) as unknown as { readonly performerId: string }

describe("a member's live alerts", () => {
  const set = (token: string, performerId: unknown, isOn: unknown = true) =>
    backend.call("PUT", "/live-alert", { token, body: { performerId, isOn } })
  const listed = async (token: string) =>
    (await backend.call("GET", "/live-alert", { token })).body["liveAlerts"]

  it("are kept once, newest first, for that member alone, until they are turned off", async () => {
    const [{ token }, other] = [
      await backend.enter("a logged-in member"),
      await backend.enter("a logged-in member"),
    ]
    const [one, another] = [await enterPerformer(), await enterPerformer()]
    for (const { performerId } of [one, another, one]) {
      expect((await set(token, performerId)).status).toBe(200)
    }
    expect(await listed(token)).toEqual([
      { performerId: another.performerId },
      { performerId: one.performerId },
    ])
    expect(await listed(other.token)).toEqual([])
    for (const performerId of [another.performerId, another.performerId, "nobody"]) {
      expect((await set(token, performerId, false)).status).toBe(200)
    }
    expect(await listed(token)).toEqual([{ performerId: one.performerId }])
  })

  it("are of performers that exist, and of members alone", async () => {
    const { token } = await backend.enter("a logged-in member")
    const { performerId } = await enterPerformer()
    expect(await set(token, "nobody")).toMatchObject({ status: 404, body: { label: "notFound" } })
    for (const [id, isOn] of [
      ["", true],
      [null, true],
      [performerId, "yes"],
    ]) {
      expect((await set(token, id, isOn)).status).toBe(400)
    }
    for (const [method, body] of [
      ["PUT", { performerId, isOn: true }],
      ["GET", undefined],
    ] as const) {
      expect(await backend.call(method, "/live-alert", { body })).toMatchObject({ status: 401 })
    }
    expect(await listed(token)).toEqual([])
  })
})
