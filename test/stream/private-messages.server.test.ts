/** Private messages over the real stream: what a command sends, who hears of it, and what a lost answer becomes. */
import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { AccountScene } from "../support/account-scene.ts"
import type { TestTab, TestTabs } from "../support/test-tabs.ts"
import type { ScriptedMember, ScriptedUpstream } from "../support/scripted-upstream.ts"

const CALL = "POST /inbox/p7"
const say = (text: string) => ({ _tag: "SendPrivateMessage", performerId: "p7", text }) as const
const message = (id: string) => ({
  id,
  content: "hoi",
  createdAt: "2026-11-28T10:00:00.000Z",
  receiver: "p7",
  read: false,
})
const sent = (id: string) => ({ conversationId: "cv1", message: message(id) })
const TOLD = {
  messageId: "pm1",
  receiver: "p7",
  text: "hoi",
  sentAt: Date.parse("2026-11-28T10:00:00.000Z"),
}
const JPEG = Buffer.from("ffd8ffe000104a464946", "hex")

describe("a member's private messages", () => {
  let scene: AccountScene
  let upstream: ScriptedUpstream
  let tabs: TestTabs
  let anna: ScriptedMember

  beforeAll(async () => {
    scene = await AccountScene.start({ MEMBER_API_WRITE_TIMEOUT_MS: "300" })
    ;({ upstream, tabs } = scene)
  })
  beforeEach(() => {
    anna = scene.member("anna")
  })
  afterEach(() => scene.clear())
  afterAll(() => scene.stop())

  const asked = (call: string) => upstream.calls.filter((one) => one === call).length
  const unread = (tab: TestTab) =>
    tab.stream.events.flatMap(({ event }) =>
      event._tag === "UnreadCounted" ? [event["count"] as number] : [],
    )

  it("are sent once, with the command's id as their key, and told in every browser of the member", async () => {
    const [here, there] = [await tabs.member(anna), await tabs.member(anna)]
    upstream.script(CALL, { status: 200, body: sent("pm1") })
    const commandId = randomUUID()
    const told = await here.ask(say("  hoi "), commandId)
    expect(told).toMatchObject({
      event: {
        _tag: "PrivateMessageSent",
        performerId: "p7",
        conversationId: "cv1",
        message: TOLD,
      },
      scope: "member",
      src: { from: "messenger-api" },
    })
    expect((await there.stream.event("PrivateMessageSent")).event).toEqual(told.event)
    expect(upstream.last(CALL).body).toEqual({ performerId: "p7", key: commandId, message: "hoi" })
    // The same command again is answered as before.
    await here.ask(say("  hoi "), commandId)
    expect(asked(CALL)).toBe(1)
  })

  it("are counted after a log-in, when the member and their favourites are told too [AUTH-17]", async () => {
    const here = await tabs.member(anna)
    for (const tag of ["MemberLoaded", "FavouritesListed", "UnreadCounted"]) {
      expect((await here.stream.event(tag)).event._tag).toBe(tag)
    }
  })

  it("go to the performer's messaging id where it is another", async () => {
    const here = await tabs.member(anna)
    upstream.script("POST /inbox/box-7", { status: 200, body: sent("pm1") })
    await here.ask({ ...say("hoi"), partnerId: "box-7" })
    expect(upstream.last("POST /inbox/box-7").body).toMatchObject({ performerId: "p7" })
  })

  it.each([
    ["nothing", "   ", "required"],
    ["what cannot be seen", "\u200b", "nothingToSee"],
    ["256 characters", "x".repeat(256), "tooLong"],
  ])("are refused without a call where they are %s", async (_, text, label) => {
    const here = await tabs.member(anna)
    const { event } = await here.ask(say(text))
    expect(event).toMatchObject({ _tag: "PrivateMessageRefused", performerId: "p7" })
    expect(String(event["label"])).toContain(label)
    expect(asked(CALL)).toBe(0)
  })

  it("may have 255 characters", async () => {
    const here = await tabs.member(anna)
    upstream.script(CALL, { status: 200, body: sent("pm1") })
    expect((await here.ask(say("x".repeat(255)))).event._tag).toBe("PrivateMessageSent")
  })

  it("do not exist for a guest: the service is not asked", async () => {
    const guest = await tabs.guest()
    expect((await guest.ask(say("hoi"))).event).toMatchObject({ label: "unauthorized" })
    expect((await guest.ask({ _tag: "DeleteConversation", conversationId: "cv1" })).event).toEqual({
      _tag: "ConversationChangeRefused",
      conversationId: "cv1",
      label: "unauthorized",
    })
    expect(upstream.calls.filter((call) => /^(?:POST|PUT) \/inbox/u.test(call))).toEqual([])
  })

  it("are refused in the service's word, in the browser that sent them alone, and no log has their text", async () => {
    const [here, there] = [await tabs.member(anna), await tabs.member(anna)]
    const label = "badRequest.deduct.credits.amount"
    upstream.script(CALL, { status: 400, body: { label } })
    const { event, scope } = await here.ask(say("geheim verhaal"))
    expect([event, scope]).toEqual([
      { _tag: "PrivateMessageRefused", performerId: "p7", label },
      "visit",
    ])
    expect(there.heard("PrivateMessageRefused")).toBe(0)
    expect(scene.logged.join()).toContain(label)
    expect(scene.logged.join()).not.toContain("geheim verhaal")
  })

  it("whose answer is lost are unknown until the service says that they were sent", async () => {
    const here = await tabs.member(anna)
    const commandId = randomUUID()
    const lookUp = `GET /inbox/sent/${commandId}`
    upstream.script(CALL, "hang")
    upstream.script(
      lookUp,
      { status: 404, body: "" },
      { status: 200, body: { state: "sent", ...sent("pm1") } },
    )
    expect((await here.ask(say("hoi"), commandId)).event._tag).toBe("PrivateMessageUnknown")
    const told = await here.stream.event("PrivateMessageSent")
    expect(told).toMatchObject({ cause: commandId, event: { message: TOLD } })
    expect([asked(CALL), asked(lookUp)]).toEqual([1, 2])
    expect(here.heard("PrivateMessageRefused")).toBe(0)
  })

  it.each([
    ["a page of a proxy's", { status: 404, body: "<html>gone</html>" }],
    ["another success than 200", { status: 202, body: {} }],
  ])("are unknown, and not refused, where the answer is %s", async (_, answer) => {
    const here = await tabs.member(anna)
    const commandId = randomUUID()
    upstream.script(CALL, answer)
    upstream.script(`GET /inbox/sent/${commandId}`, {
      status: 200,
      body: { state: "sent", ...sent("pm1") },
    })
    expect((await here.ask(say("hoi"), commandId)).event._tag).toBe("PrivateMessageUnknown")
    expect(await here.stream.event("PrivateMessageSent")).toMatchObject({ cause: commandId })
    expect(here.heard("PrivateMessageRefused")).toBe(0)
  })

  it("hold up nothing else where their service is silent", async () => {
    upstream.script("GET /inbox/count-unread", "hang", "hang", "hang", "hang")
    const here = await tabs.member(anna)
    await here.stream.event("FavouritesListed")
    const returnUrl = `${scene.gateway.url}/`
    await here.ask({
      _tag: "OpenPaymentSession",
      bundleId: "1",
      paymentMethod: "10",
      returnUrl,
      device: "desktop",
    })
    upstream.cutSockets()
    await upstream.until(() => asked("GET /payment/session/{id}") > 0)
    expect(unread(here)).toEqual([])
  })

  it("whose answer is lost are refused once the service says that they never will be sent", async () => {
    const here = await tabs.member(anna)
    const commandId = randomUUID()
    upstream.script(CALL, "cut")
    upstream.script(`GET /inbox/sent/${commandId}`, { status: 200, body: { state: "notSent" } })
    await here.ask(say("hoi"), commandId)
    const told = await here.stream.event("PrivateMessageRefused")
    expect(told).toMatchObject({ cause: commandId, event: { performerId: "p7", label: "notSent" } })
    expect(asked(CALL)).toBe(1)
  })

  it("are asked about after a restart of the gateway, and not sent again", async () => {
    const here = await tabs.member(anna)
    const commandId = randomUUID()
    const lookUp = `GET /inbox/sent/${commandId}`
    upstream.script(CALL, "hang")
    await here.ask(say("hoi"), commandId)
    await upstream.until(() => asked(lookUp) > 0)
    here.stream.close()
    await scene.restart(() => {
      // An attach that follows another asks anew.
      const found = { status: 200, body: { state: "sent", ...sent("pm1") } }
      upstream.script(lookUp, found, found, found)
    })
    const browser = tabs.reconnected(here.browser)
    const stream = await tabs.attach(browser, { visit: here.visit })
    expect(await stream.event("PrivateMessageSent")).toMatchObject({ cause: commandId })
    expect(asked(CALL)).toBe(1)
  })

  it("are told as they come, in order with what was read, and what is unread is counted anew [MSG-33, API-099, API-100]", async () => {
    const here = await tabs.member(anna)
    // Once at the attach and once when the member's socket is there.
    await here.stream.until(() => unread(here).length === 2)
    upstream.unread.set(anna.id, 3)
    const { receiver: _, read: __, ...told } = message("pm1")
    upstream.emit(anna.id, "private-message", {
      conversationId: "cv1",
      receiver: "p7",
      target: "member",
      message: told,
    })
    upstream.emit(anna.id, "message-read", { conversationId: "cv1", messageId: "pm1" })
    upstream.emit(anna.id, "updated-credits", { credits: 60 })
    await here.stream.event("MessageRead")
    await here.stream.until(() => unread(here).length === 3)
    expect(unread(here)).toEqual([0, 0, 3])
    const order = here.stream.tags.filter((tag) =>
      ["PrivateMessageReceived", "MessageRead"].includes(tag),
    )
    expect(order).toEqual(["PrivateMessageReceived", "MessageRead"])
    expect((await here.stream.event("PrivateMessageReceived")).event).toEqual({
      _tag: "PrivateMessageReceived",
      conversationId: "cv1",
      message: TOLD,
    })
    // Read 100 ms after it came: what came later is told first.
    const tags = here.stream.tags
    expect(tags.lastIndexOf("CreditsChanged")).toBeLessThan(tags.indexOf("PrivateMessageReceived"))
  })

  it("are read for every browser of the member, and what is unread is counted anew", async () => {
    const [here, there] = [await tabs.member(anna), await tabs.member(anna)]
    upstream.script("PUT /inbox/message/read/pm1", { status: 200, body: {} })
    await here.stream.until(() => unread(here).length >= 2)
    await there.stream.until(() => unread(there).length > 0)
    upstream.unread.set(anna.id, 4)
    const read = { _tag: "MarkMessageRead", conversationId: "cv1", messageId: "pm1" } as const
    const { event } = await here.ask(read)
    expect(event).toEqual({ ...read, _tag: "MessageRead", reader: "member" })
    expect((await there.stream.event("MessageRead")).event).toEqual(event)
    await there.stream.until(() => unread(there).at(-1) === 4)
  })

  it("that could not be marked as read are logged and tell nothing [ERR-28, ERR-36]", async () => {
    const here = await tabs.member(anna)
    upstream.script("PUT /inbox/message/read/pm1", {
      status: 400,
      body: { label: "badRequest.notInvolved" },
    })
    const read = { _tag: "MarkMessageRead", conversationId: "cv1", messageId: "pm1" } as const
    await here.browser.command(here.visit, read)
    await upstream.until(() => asked("PUT /inbox/message/read/pm1") === 1)
    await expect
      .poll(() => scene.logged.join())
      .toContain("Logged in user is not involved in message")
    expect(here.heard("MessageRead")).toBe(0)
  })

  it("have conversations with states and an end, told in every browser of the member", async () => {
    const [here, there] = [await tabs.member(anna), await tabs.member(anna)]
    upstream.script("PUT /inbox/state/archived", { status: 200, body: {} })
    upstream.script("PUT /inbox/state/delete", { status: 200, body: {} })
    const archived = { conversationId: "cv1", state: "archived", isOn: false } as const
    const { event } = await here.ask({ _tag: "SetConversationState", ...archived })
    expect(event).toEqual({ _tag: "ConversationStateChanged", ...archived })
    expect(upstream.last("PUT /inbox/state/archived").body).toEqual({ id: "cv1", on: false })
    await here.ask({ _tag: "DeleteConversation", conversationId: "cv1" })
    expect(upstream.last("PUT /inbox/state/delete").body).toEqual({ id: "cv1" })
    expect((await there.stream.event("ConversationDeleted")).event["conversationId"]).toBe("cv1")
    expect((await there.stream.event("ConversationStateChanged")).event).toEqual(event)
  })

  it("have conversations whose change is refused in the browser that asked, with a warning [ERR-29]", async () => {
    const here = await tabs.member(anna)
    upstream.script("PUT /inbox/state/delete", "hang")
    const { event } = await here.ask({ _tag: "DeleteConversation", conversationId: "cv1" })
    expect(event).toMatchObject({ _tag: "ConversationChangeRefused", label: "outcomeUnknown" })
    expect(scene.logged.join()).toContain("a conversation was not changed")
  })

  it("that could not be counted leave the number as it was, with a warning [ERR-29]", async () => {
    const here = await tabs.member(anna)
    await here.stream.until(() => unread(here).length === 2)
    upstream.script("PUT /inbox/state/unread", { status: 200, body: {} })
    upstream.script("GET /inbox/count-unread", { status: 404, body: { label: "notFound" } })
    const marked = { conversationId: "cv1", state: "unread", isOn: true } as const
    await here.ask({ _tag: "SetConversationState", ...marked })
    await expect.poll(() => scene.logged.join()).toContain("unread messages were not counted")
    expect(unread(here)).toEqual([0, 0])
  })

  it("take a picture that was brought before, of its own browser alone", async () => {
    const [here, there] = [await tabs.member(anna), await tabs.member(anna)]
    const { attachment } = (await (await here.browser.picture(JPEG)).json()) as {
      readonly attachment: string
    }
    // Until it is sent it is shown to who brought it.
    const address = `/api/attachments/${attachment}`
    const shown = await here.browser.bytes(address)
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(JPEG)
    expect(shown.headers.get("cache-control")).toBe("private, no-store")
    expect((await there.browser.bytes(address)).status).toBe(404)
    const show = { _tag: "SendPrivateMessage", performerId: "p7", attachment } as const
    expect((await there.ask(show)).event).toMatchObject({ label: "attachmentGone" })
    expect(asked(CALL)).toBe(0)
    const { content: _, ...picture } = message("pm1")
    const body = {
      conversationId: "cv1",
      message: { ...picture, attachment: { url: "/inbox/attachment/at1", width: 480 } },
    }
    upstream.script(CALL, { status: 200, body })
    const { event } = await here.ask(show)
    expect(event["message"]).toMatchObject({ attachment: { attachmentId: "at1", width: 480 } })
    expect(upstream.last(CALL).body).toMatchObject({ attachment: JPEG.toString("base64") })
  })

  it("take no picture again while nobody knows whether it was sent, and again where it was refused", async () => {
    const here = await tabs.member(anna)
    const { attachment } = (await (await here.browser.picture(JPEG)).json()) as {
      readonly attachment: string
    }
    const show = { _tag: "SendPrivateMessage", performerId: "p7", attachment } as const
    const label = "badRequest.deduct.credits.amount"
    const commandId = randomUUID()
    upstream.script(CALL, { status: 400, body: { label } }, { status: 202, body: {} })
    upstream.script(`GET /inbox/sent/${commandId}`, "hang")
    expect((await here.ask(show)).event).toMatchObject({ label })
    expect((await here.ask(show, commandId)).event._tag).toBe("PrivateMessageUnknown")
    expect((await here.ask(show)).event).toMatchObject({ label: "attachmentGone" })
    expect((await here.browser.bytes(`/api/attachments/${attachment}`)).status).toBe(200)
    expect(asked(CALL)).toBe(2)
  })

  it.each([
    ["is no JPEG", Buffer.from("GIF89a"), 415],
    ["is empty", Buffer.alloc(0), 415],
    ["is longer than 5,242,880 bytes", Buffer.alloc(5_242_881, JPEG), 413],
  ])("refuse a picture that %s", async (_, bytes, status) => {
    const here = await tabs.member(anna)
    expect((await here.browser.picture(bytes)).status).toBe(status)
  })

  it("refuse a guest's picture, and more of one browser than its share", async () => {
    const guest = await tabs.guest()
    expect((await guest.browser.picture(JPEG)).status).toBe(401)
    const here = await tabs.member(anna)
    const large = Buffer.alloc(5_242_000, JPEG)
    const statuses: Array<number> = []
    for (let turn = 0; turn < 5; turn += 1)
      statuses.push((await here.browser.picture(large)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429])
  })
})
