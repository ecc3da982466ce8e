/**
 * Who is kept apart by a block, through a gateway and a whole backend: rooms are left and closed, messages are refused
 * to both, and a performer's own block is made and taken back at the desk.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { answerPings, join, RoomScene } from "../support/room-scene.ts"

const DESK_KEY = "kept-apart-desk-key-0123456789"
const DESK = {
  "Content-Type": "application/json",
  "X-Desk": "desk-of-this-test",
  "X-Desk-Key": DESK_KEY,
}

let scene: RoomScene
beforeAll(async () => {
  scene = await RoomScene.start({ backendEnvironment: { DESK_KEY } })
})
afterAll(() => scene.stop())

const block = (performerId: string) => ({ _tag: "BlockPerformer", performerId }) as const
const unblock = (performerId: string) => ({ _tag: "UnblockPerformer", performerId }) as const
const write = (performerId: string) =>
  ({ _tag: "SendPrivateMessage", performerId, text: "Hello" }) as const
const NOT_JOINED = { _tag: "RoomJoinRefused", label: "blocked" }
const NOT_SENT = { _tag: "PrivateMessageRefused", label: "blocked" }

const atDesk = async (path: string, act?: unknown) => {
  const response = await fetch(`${scene.backend.url}/desk/performers/${path}`, {
    headers: DESK,
    ...(act !== undefined && { method: "POST", body: JSON.stringify(act) }),
  })
  const body = (await response.json()) as Record<string, never>
  return { status: response.status, body }
}

describe("a member who blocks the performer", () => {
  it("leaves her room and does not come back until it is taken back [BLOCK-02]", async () => {
    const performerId = await scene.performer()
    const here = await scene.watching(performerId, await scene.member(300))
    expect((await here.ask(block(performerId))).event._tag).toBe("PerformerBlocked")
    expect((await here.stream.event("Kicked")).event).toMatchObject({ reason: "default" })
    expect((await here.stream.event("RoomLeft")).event).toMatchObject({ reason: "kicked" })
    for (const mode of ["free", "chat"] as const) {
      expect((await here.ask(join(performerId, mode))).event).toMatchObject(NOT_JOINED)
    }
    await here.ask(unblock(performerId))
    expect((await here.ask(join(performerId))).event._tag).toBe("RoomJoined")
  })

  it("is charged for what was seen of a private chat, and no more [BLOCK-02]", async () => {
    const performerId = await scene.performer(1)
    const here = await scene.loggedIn(await scene.member(600))
    answerPings(here)
    await here.ask(join(performerId, "chat"))
    await here.stream.event("PaidTimeCharged")
    await here.ask(block(performerId))
    const { event } = await here.stream.event("PaidTimeEnded")
    const { credits, seconds } = event as unknown as Record<string, number>
    expect(credits).toBe(seconds)
    await here.stream.event("RoomLeft")
    const left = 600 - Number(credits)
    await here.stream.until(() =>
      here.stream.events.some(
        (told) => told.event._tag === "CreditsChanged" && told.event["credits"] === left,
      ),
    )
  })

  it("writes to her no more, nor she to them, and nothing is charged [BLOCK-03]", async () => {
    const performerId = await scene.performer(1)
    const member = await scene.member(1_000)
    const here = await scene.loggedIn(member)
    const sent = await here.ask(write(performerId))
    expect(sent.event._tag).toBe("PrivateMessageSent")
    const conversation = String(sent.event["conversationId"])
    await here.ask(block(performerId))
    expect((await here.ask(write(performerId))).event).toMatchObject(NOT_SENT)
    const { body } = await here.browser.get(`/api/conversations/${conversation}`)
    expect(body).toMatchObject({ mayWrite: false })
    await atDesk(performerId, { _tag: "TakeOver" })
    const answered = { _tag: "Write", conversation, text: "Hello?" }
    const refused = await atDesk(`${performerId}/inbox`, answered)
    expect(refused).toMatchObject({ status: 400, body: { label: "blocked" } })
    await here.ask(unblock(performerId))
    expect((await atDesk(`${performerId}/inbox`, answered)).status).toBe(200)
  })
})

describe("a member whom a performer blocks at the desk", () => {
  it("is sent out, and neither comes back nor writes until she takes it back [BLOCK-04]", async () => {
    const performerId = await scene.performer()
    await atDesk(performerId, { _tag: "TakeOver" })
    const here = await scene.watching(performerId, await scene.member(300))
    const room = await atDesk(performerId)
    const [viewer] = room.body["viewers"] as unknown as ReadonlyArray<{ readonly session: string }>
    await atDesk(performerId, { _tag: "Block", session: viewer?.session })
    expect((await here.stream.event("Kicked")).event).toMatchObject({ reason: "kicked" })
    expect((await here.ask(join(performerId))).event).toMatchObject(NOT_JOINED)
    expect((await here.ask(write(performerId))).event).toMatchObject(NOT_SENT)
    // The member's own is another one, and there is none.
    await here.ask(unblock(performerId))
    expect((await here.ask(write(performerId))).event).toMatchObject(NOT_SENT)
    const inbox = await atDesk(`${performerId}/inbox`)
    const [one] = inbox.body["blocked"] as unknown as ReadonlyArray<{ readonly id: string }>
    await atDesk(`${performerId}/inbox`, { _tag: "Unblock", block: one?.id })
    expect((await here.ask(write(performerId))).event._tag).toBe("PrivateMessageSent")
  })
})
