/** Reports over the calls of a whole backend: once by key, limited, and erased after their term or with the account. */
import { randomUUID } from "node:crypto"
import { Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { PASSWORD } from "../backend.fixture.ts"
import { testRooms, type TestRooms } from "../chat/chat.fixture.ts"

const REPORTS_KEY = "reports-key-of-this-test-0123456789"

const testReports = async () => {
  const rooms = await testRooms({ reportsKey: Redacted.make(REPORTS_KEY) })
  const headers = { Authorization: `Bearer ${REPORTS_KEY}` }
  return {
    rooms,
    read: async (id: unknown) =>
      (await rooms.call("GET", `/reports/${String(id)}`, { headers })).body,
    send: (performerId: string, { token, ...more }: Record<string, string> = {}) =>
      rooms.call("POST", "/report", {
        ...(token !== undefined && { token }),
        body: {
          key: randomUUID(),
          kind: "profile",
          performerId,
          reason: "scam",
          words: "x",
          ...more,
        },
      }),
  }
}

let rooms: TestRooms
let tested: Awaited<ReturnType<typeof testReports>>
beforeAll(async () => {
  tested = await testReports()
  rooms = tested.rooms
})
afterAll(() => rooms.close())

describe("a report", () => {
  it("is taken once by its key, also where it comes twice at the same moment", async () => {
    const { performerId } = await rooms.performer()
    const key = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => tested.send(performerId, { key })))
    const ids = new Set(answers.map(({ status, body }) => [status, body["reportId"]].join(" ")))
    expect(ids.size).toBe(1)
    const other = await tested.send((await rooms.performer()).performerId, { key })
    expect(other).toMatchObject({ status: 400, body: { label: "badRequest.key" } })
  })

  it("is refused where it names nothing, says too much, or names a message that it may not", async () => {
    const { performerId } = await rooms.performer()
    const { token } = await rooms.memberWith(0)
    const status = async (more: Record<string, string>) =>
      (await tested.send(performerId, { token, ...more })).status
    expect(await status({ performerId: "nobody" })).toBe(404)
    expect(await status({ kind: "message", messageId: "pm_none" })).toBe(404)
    for (const wrong of [
      { words: " " },
      { words: "x".repeat(2_001) },
      { reason: "none" },
      { kind: "message" },
      { messageId: "pm_1" },
    ]) {
      expect(await status(wrong)).toBe(400)
    }
    const guest = await tested.send(performerId, { kind: "message", messageId: "pm_1" })
    expect(guest).toMatchObject({ status: 400, body: { label: "membersOnly" } })
    expect(await tested.send(performerId, { email: "no address" })).toMatchObject({
      body: { label: "badRequest.email" },
    })
  })

  it("is limited for each member, and for each address of a guest", async () => {
    const { performerId } = await rooms.performer()
    const { token } = await rooms.memberWith(0)
    for (const reader of [{ token }, { email: `${randomUUID()}@guest.example` }]) {
      for (let sent = 0; sent < 10; sent += 1) {
        expect((await tested.send(performerId, reader)).status).toBe(200)
      }
      expect(await tested.send(performerId, reader)).toMatchObject({
        status: 429,
        body: { label: "tooManyAttempts" },
      })
    }
  })
})

describe("what is kept of a report", () => {
  it("names nobody any more once the account is deleted, and can be decided", async () => {
    const { performerId } = await rooms.performer()
    const { id: memberId, token } = await rooms.member()
    const { body } = await tested.send(performerId, { token })
    const proof = { memberId, password: PASSWORD }
    expect(await rooms.call("DELETE", "/member", { token, body: proof })).toMatchObject({
      status: 200,
    })
    const left = await tested.read(body["reportId"])
    expect(left).toMatchObject({ words: null, hasReader: false })
    expect(left["evidence"]).not.toBeNull()
  })
})
