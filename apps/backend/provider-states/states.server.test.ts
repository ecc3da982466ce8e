import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { MEMBER_EVENT_NAMES } from "@foldcast/contracts/upstream/member-socket"
import { testBackend, type TestBackend } from "../backend.fixture.ts"
import { STATE_NAMES, type StateName } from "./states.ts"

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const enter = (state: string, params: Record<string, unknown> = {}, action = "setup") =>
  backend.call("POST", "/_states", { key: null, body: { state, params, action } })

describe("provider states", () => {
  it("are each entered with a member or without, and again", async () => {
    const { memberId } = await backend.enter("a member exists")
    const { performerId } = (await enter("a performer")).body
    const needed: Partial<Record<StateName, Record<string, unknown>>> = {
      "an event for the member": { memberId, event: "setCredits" },
      "an event in the room": { performerId, chatEvent: "keep-alive" },
    }
    for (const name of [...STATE_NAMES, ...STATE_NAMES]) {
      expect((await enter(name, needed[name] ?? {})).status, name).toBe(200)
    }
  })

  it("send a member an example of each of the nine events", async () => {
    const { memberId, token } = await backend.enter("a logged-in member")
    const listener = await backend.listen(token)
    for (const event of MEMBER_EVENT_NAMES) {
      await enter("an event for the member", { memberId, event })
    }
    await listener.until(MEMBER_EVENT_NAMES.length)
    expect(listener.heard.map(([name]) => name)).toEqual(MEMBER_EVENT_NAMES)
    listener.socket.disconnect()
  })

  it("answer values by which the state can be seen", async () => {
    const credits = { email: "seen@contract.example", password: "seen-123", credits: 77 }
    const member = await enter("a member exists", credits)
    expect(member.body).toMatchObject(credits)
    const { email, password } = credits
    expect(await backend.call("POST", "/login", { body: { email, password } })).toMatchObject({
      status: 200,
    })
    for (const [state, params, seen] of [
      ["an open payment session", {}, { state: "open" }],
      ["a paid payment session", {}, { state: "paid", credits: 360 }],
      ["a failed payment session", { reasonCode: 302 }, { state: "failed", reasonCode: 302 }],
    ] as const) {
      const { token, sessionId } = await backend.enter(state, params)
      const path = `/payment/session/${sessionId}`
      expect((await backend.call("GET", path, { token })).body).toMatchObject(seen)
    }
    for (const [state, seen] of [["a call in call", "in_call"]] as const) {
      const { session, token } = (await enter(state)).body
      const path = `/verify/dial-in?session=${String(session)}`
      expect((await backend.call("GET", path, { token: String(token) })).body).toMatchObject({
        state: seen,
      })
    }
    const nobody = (await enter("no such account")).body
    expect(
      await backend.call("POST", "/login", { body: { email: nobody["email"], password: "x" } }),
    ).toMatchObject({ body: { label: "notExists" } })
  })

  it("are refused where they are unknown or have wrong parameters, and the backend goes on", async () => {
    expect(await enter("the moon is full")).toMatchObject({ body: { label: "badRequest.state" } })
    expect(await enter("a member exists", { credits: -1 })).toMatchObject({
      body: { label: "badRequest.params" },
    })
    expect(await enter("anything", {}, "teardown")).toMatchObject({ status: 200 })
  })

  it("are not served unless they are switched on", async () => {
    const closed = await testBackend({ providerStates: false })
    expect(await closed.call("POST", "/_states", { body: {} })).toMatchObject({ status: 404 })
    await closed.close()
  })
})
