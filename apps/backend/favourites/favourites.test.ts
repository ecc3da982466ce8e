import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { testBackend, type TestBackend } from "../backend.fixture.ts"

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

describe("a member's favourites", () => {
  it("are listed to the member alone", async () => {
    const { token } = await backend.enter("a logged-in member", { favourite: "7" })
    const other = await backend.enter("a logged-in member", {})
    expect(await backend.call("GET", "/favourite", { token: token })).toMatchObject({
      status: 200,
      body: { favourites: [{ performerId: "7" }] },
    })
    expect(await backend.call("GET", "/favourite", { token: other.token })).toMatchObject({
      status: 200,
      body: { favourites: [] },
    })
    expect(await backend.call("GET", "/favourite", {})).toMatchObject({ status: 401 })
  })
})
