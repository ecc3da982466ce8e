/** A performer's private messages at the desk that holds her: read there, and answered, as the member is told. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestDesks, testDesks } from "./desk.fixture.ts"

let desks: TestDesks
beforeAll(async () => {
  desks = await testDesks()
})
afterAll(() => desks.close())

const held = async () => {
  const { performerId, username } = await desks.rooms.performer()
  const desk = desks.desk()
  await desk.see()
  expect((await desk.act(performerId, "TakeOver")).status).toBe(303)
  return { performerId, username, desk, inbox: `/${performerId}/messages` }
}
const writing = async (performerId: string, message: string) => {
  const { token, memberId } = await desks.rooms.memberWith(500)
  const { body } = await desks.rooms.call("POST", `/inbox/${performerId}`, {
    token,
    body: { performerId, key: randomUUID(), message },
  })
  return { token, memberId, conversation: String(body["conversationId"]) }
}

describe("the messages of a performer at a desk", () => {
  it("are listed with what is unread, read by being opened, and answered", async () => {
    const { performerId, username, desk, inbox } = await held()
    expect((await desk.see(`/${performerId}`)).text).toContain(inbox)
    expect((await desk.see(inbox)).text).toContain(`<p>${username}</p>`)
    expect((await desk.see(inbox)).text).toContain("Nobody has written yet.")
    const { token, conversation } = await writing(performerId, "a <b>private</b> word")
    const listed = (await desk.see(inbox)).text
    expect(listed).toContain("a &lt;b&gt;private&lt;/b&gt; word")
    expect(listed).toContain("1 unread")
    const { heard, until, socket } = await desks.rooms.listen(token)
    expect((await desk.see(inbox, { conversation })).text).toContain('id="message-1"')
    expect((await desk.post(inbox, { text: "to nobody" })).status).toBe(409)
    await until(3)
    const answer = await desk.post(inbox, { text: "  a word back " }, { query: { conversation } })
    expect(answer.status).toBe(303)
    await until(4)
    socket.disconnect()
    expect(heard.slice(2).map(([event]) => event)).toEqual(["message-read", "private-message"])
    const page = (await desk.see(inbox, { conversation })).text
    expect(page).not.toContain("1 unread")
    expect(page).toContain("<span>a word back</span>")
    await desks.rooms.call("PUT", "/inbox/state/read", { token, body: { id: conversation } })
    expect((await desk.see(inbox, { conversation })).text).toContain("<i>read</i>")
  })

  it("show a picture to the desk that holds her", async () => {
    const { performerId, desk, inbox } = await held()
    const { memberId, conversation } = await writing(performerId, "hello")
    await desks.rooms.enter("a performer's private message", {
      memberId,
      performerId,
      hasPicture: true,
    })
    const page = (await desk.see(inbox, { conversation })).text
    const [, path = ""] = /\/desk(\/[^"/]+\/message-pictures\/[^"]+)"/u.exec(page) ?? []
    const picture = await desk.see(path)
    expect(picture.headers.get("content-type")).toBe("image/jpeg")
    const other = desks.desk()
    await other.see()
    expect((await other.see(path)).status).toBe(404)
    expect((await desk.see(`/${performerId}/message-pictures/pic_made_up`)).status).toBe(404)
  })

  it("are nothing of another desk’s, nor another performer’s", async () => {
    const { performerId, inbox, desk } = await held()
    const { conversation, token } = await writing(performerId, "for her alone")
    const other = desks.desk()
    await other.see()
    const seen = await other.see(inbox, { conversation })
    expect(seen.status).toBe(200)
    expect(seen.text).toContain("Another desk has this performer now.")
    expect(seen.text).not.toContain("for her alone")
    expect(
      (await other.post(inbox, { text: "not mine" }, { query: { conversation } })).status,
    ).toBe(409)
    const { inbox: elsewhere, desk: third } = await held()
    expect((await third.see(elsewhere, { conversation })).text).not.toContain("for her alone")
    expect(
      (await third.post(elsewhere, { text: "not mine" }, { query: { conversation } })).status,
    ).toBe(409)
    await desk.act(performerId, "HandBack")
    expect((await desk.see(inbox, { conversation })).text).not.toContain("for her alone")
    const { body } = await desks.rooms.call("GET", `/inbox/${conversation}`, { token })
    expect((body["messages"] as ReadonlyArray<unknown>).length).toBe(1)
  })

  it("take a text of 1 to 255 characters, from the desk’s own pages", async () => {
    const { performerId, inbox, desk } = await held()
    const { conversation } = await writing(performerId, "hello")
    for (const text of ["", "  ", "a".repeat(256)]) {
      expect((await desk.post(inbox, { text: text }, { query: { conversation } })).status).toBe(409)
    }
    const foreign = await desk.post(inbox, { text: "hi" }, { origin: "https://elsewhere.example" })
    expect(foreign.status).toBe(403)
    expect((await desk.see(`/nobody/messages`)).status).toBe(200)
  })

  it("may be closed to a member, who is named there with the way back [BLOCK-04]", async () => {
    const { performerId, desk, inbox } = await held()
    const { token, conversation } = await writing(performerId, "hello")
    const within = { query: { conversation } }
    expect((await desk.post(inbox, { act: "Block" }, within)).status).toBe(303)
    const closed = (await desk.see(inbox, { conversation })).text
    expect(closed).toContain("no messages")
    expect(closed).toContain("one of you has blocked the other")
    expect((await desk.post(inbox, { text: "all the same" }, within)).status).toBe(409)
    const back = { performerId, key: randomUUID(), message: "hello?" }
    const refused = await desks.rooms.call("POST", `/inbox/${performerId}`, { token, body: back })
    expect(refused).toMatchObject({ status: 400, body: { label: "blocked" } })
    const lobby = await desks.rooms.lobby(performerId)
    const entering = await desks.rooms.watch(lobby, performerId, { token })
    expect(entering.body["label"]).toBe("blocked")
    // Neither the member nor another performer's desk takes it back.
    await desks.rooms.call("DELETE", `/block/${performerId}`, { token })
    const [, block = ""] = /id="blocked-(bl_[\w-]+)"/u.exec(closed) ?? []
    const elsewhere = await held()
    await elsewhere.desk.post(elsewhere.inbox, { act: "Unblock", block })
    expect((await desk.see(inbox)).text).toContain(block)
    expect((await desk.post(inbox, { act: "Unblock", block }, within)).status).toBe(303)
    expect((await desk.see(inbox, { conversation })).text).not.toContain("no messages")
    expect((await desks.rooms.watch(lobby, performerId, { token })).status).toBe(200)
  })
})
