/** A member's private messages as queries, from the messenger's service to a browser. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { MAX_ATTACHMENT_BYTES } from "@foldcast/contracts/private-message"
import { AccountScene } from "../support/account-scene.ts"
import type { ScriptedMember } from "../support/scripted-upstream.ts"
import type { TestTab } from "../support/test-tabs.ts"

const LIST = "GET /inbox/list"
const ONE = "GET /inbox/cv_1"
const SUGGESTIONS = "GET /inbox/suggestion-list/favourites"
const PICTURE = "/inbox/attachment/pic_1"
const CANARY = "canary-of-a-conversation"
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0xff, 0xd9])

const AT = "2026-11-24T12:00:00Z"
const message = (more: object = {}) => ({
  id: "pm_1",
  content: CANARY,
  createdAt: AT,
  receiver: "m_1",
  read: false,
  ...more,
})
const performer = { id: "p_1", messagingId: "p_1", userid: "p_1", username: CANARY, avatar: null }
const item = (more: object = {}) => ({
  id: "cv_1",
  createdAt: AT,
  updatedAt: AT,
  owner: { id: "m_1", messagingId: "m_1", userid: "m_1", avatar: null },
  participant: performer,
  isBubble: false,
  unread: 1,
  archived: false,
  deleted: false,
  favorite: false,
  message: message(),
  ...more,
})
const conversation = (more: object = {}) => ({
  id: "cv_1",
  other: { id: "p_1", username: CANARY },
  messages: [message()],
  nextPage: null,
  unread: 1,
  deleted: false,
  updatedAt: AT,
  ...more,
})
const answered = (body: unknown) => ({ status: 200, body })

const PATHS = [
  "/api/conversations",
  "/api/conversations/cv_1",
  "/api/suggestions/favourites",
  "/api/attachments/pic_1",
]

describe("private messages", () => {
  let scene: AccountScene
  let anna: ScriptedMember
  const inboxCalls = () => scene.upstream.calls.filter((call) => call.includes("/inbox/"))

  beforeAll(async () => {
    scene = await AccountScene.start({ MEMBER_API_READ_TIMEOUT_MS: "2000" })
  })
  beforeEach(() => {
    anna = scene.member("anna")
  })
  afterEach(() => {
    scene.clear()
    scene.upstream.pictures.clear()
  })
  afterAll(() => scene.stop())

  const fetched = async ({ browser }: TestTab, path: string) => {
    const response = await fetch(new URL(path, browser.url), {
      headers: { Connection: "close", Cookie: browser.cookie ?? "" },
    })
    return { response, body: Buffer.from(await response.arrayBuffer()) }
  }

  it("are a member's alone, asked for by the member's token, and stored nowhere [API-051]", async () => {
    const guest = await scene.tabs.guest()
    for (const path of PATHS) expect((await guest.browser.get(path)).status).toBe(401)
    expect(inboxCalls()).toEqual([])
    const here = await scene.tabs.member(anna)
    scene.upstream.script(LIST, answered({ conversations: [item()], nextPage: null }))
    const { response, body } = await fetched(here, "/api/conversations?memberId=m-bert")
    expect(response.headers.get("cache-control")).toBe("no-store")
    expect(JSON.parse(body.toString("utf8"))).toMatchObject({
      conversations: [{ id: "cv_1", other: { userid: "p_1" }, message: { text: CANARY } }],
      nextPage: null,
    })
    const { headers } = scene.upstream.last(LIST)
    expect(headers["authorization"]).toMatch(/^Bearer /u)
    expect(headers["x-api-key"]).toBeDefined()
  })

  it("are asked for by filter, order, name and page [API-052] [API-053] [API-060]", async () => {
    const here = await scene.tabs.member(anna)
    const empty = answered({ conversations: [], nextPage: null })
    scene.upstream.script(LIST, empty, empty)
    scene.upstream.script(ONE, answered(conversation()), answered(conversation()))
    const nobody = answered({ suggestions: [], nextPage: null })
    scene.upstream.script(SUGGESTIONS, nobody, nobody)
    const asked = async (path: string, call: string) => {
      expect(await here.browser.get(path)).toMatchObject({ status: 200 })
      return scene.upstream.last(call).query
    }
    const lang = "nl"
    const all = { filter: "all", sort: "lastInteraction", page: "0", limit: "100", lang }
    expect(await asked("/api/conversations", LIST)).toEqual(all)
    const narrow =
      "?filter=models&sort=favoritedYou&username=%20San%26x%20&page=2&limit=7&token=theirs"
    const narrowed = { filter: "models", sort: "favoritedYou", page: "2", limit: "7", lang }
    expect(await asked(`/api/conversations${narrow}`, LIST)).toEqual({
      ...narrowed,
      username: "San&x",
    })
    const page = { page: "0", limit: "20", lang }
    expect(await asked("/api/conversations/cv_1", ONE)).toEqual(page)
    expect(await asked("/api/conversations/cv_1?page=1&limit=60", ONE)).toEqual({
      page: "1",
      limit: "60",
      lang,
    })
    const path = "/api/suggestions/favourites"
    expect(await asked(path, SUGGESTIONS)).toEqual({ ...page, limit: "10" })
    expect(await asked(`${path}?username=a`, SUGGESTIONS)).toMatchObject({ username: "a" })
  })

  it.each([
    ["/api/conversations?filter=archived", "filter"],
    ["/api/conversations?sort=", "sort"],
    [`/api/conversations?username=${"a".repeat(65)}`, "username"],
    ["/api/conversations?page=-1", "page"],
    ["/api/conversations?limit=101", "limit"],
    ["/api/conversations/cv_1?page=01", "page"],
    ["/api/conversations/cv_1?limit=1001", "limit"],
    ["/api/suggestions/models?limit=0", "limit"],
  ])("are not asked for where %s cannot be read, which names %s", async (path, field) => {
    const here = await scene.tabs.member(anna)
    expect(await here.browser.get(path)).toMatchObject({
      status: 400,
      body: { label: "request.malformed", fields: [{ field, label: "malformed" }] },
    })
    expect(inboxCalls()).toEqual([])
  })

  it("are not found where there are none, or where they are another's", async () => {
    const here = await scene.tabs.member(anna)
    scene.upstream.script(ONE, { status: 404, body: { label: "notFound" } })
    const notInvolved = { status: 400, body: { label: "badRequest.notInvolved" } }
    scene.upstream.script(ONE, notInvolved)
    const never = ["/api/conversations/cv_1", "/api/conversations/cv_1", "/api/attachments/pic_1"]
    for (const path of never) expect((await here.browser.get(path)).status).toBe(404)
    const asked = scene.upstream.calls.length
    const impossible = [
      `/api/conversations/${"a".repeat(129)}`,
      "/api/conversations/count-unread",
      "/api/suggestions/all",
      "/api/attachments/a.b",
      `/api/attachments/${"a".repeat(65)}`,
    ]
    for (const path of impossible) expect((await here.browser.get(path)).status).toBe(404)
    expect(scene.upstream.calls.length).toBe(asked)
  })

  it("are unavailable where nobody answers: a list is logged, one conversation is not, and neither is who writes [ERR-27] [ERR-29]", async () => {
    const here = await scene.tabs.member(anna)
    const refused = { status: 400, body: { label: "badRequest.filter" } }
    for (const call of [LIST, ONE, SUGGESTIONS]) scene.upstream.script(call, refused)
    for (const path of PATHS.slice(0, 3)) expect((await here.browser.get(path)).status).toBe(503)
    const told = scene.logged.filter((line) => line.includes("cannot be had"))
    expect(told.map((line) => line.includes("list of conversations"))).toEqual([true, false])
    expect(told[1]).toContain("whom to write to")
    scene.logged.length = 0
    scene.upstream.script(
      ONE,
      answered(conversation({ messages: [message({ createdAt: CANARY })] })),
    )
    expect((await here.browser.get(PATHS[1] ?? "")).status).toBe(503)
    expect(scene.logged.join("\n")).not.toContain(CANARY)
  })

  it("come without a picture whose address is not the messenger's, and the log says so without it", async () => {
    const here = await scene.tabs.member(anna)
    const { content: _, ...empty } = message()
    const messages = [PICTURE, `https://${CANARY}.test/1`].map((url) => ({
      ...empty,
      attachment: { url, width: 40, height: 30 },
    }))
    scene.upstream.script(ONE, answered(conversation({ messages })))
    const { body } = await here.browser.get("/api/conversations/cv_1")
    const [kept, lost] = (body as { readonly messages: ReadonlyArray<object> }).messages
    expect(kept).toMatchObject({ attachment: { attachmentId: "pic_1", width: 40, height: 30 } })
    expect(lost).not.toHaveProperty("attachment")
    expect(scene.logged.join("\n")).toContain("pictures of messages")
    expect(scene.logged.join("\n")).not.toContain(CANARY)
  })

  it("have pictures, sent as this site's own and kept by nobody", async () => {
    const here = await scene.tabs.member(anna)
    scene.upstream.pictures.set(PICTURE, { type: "image/jpeg", body: JPEG })
    const { response, body } = await fetched(here, "/api/attachments/pic_1")
    expect([response.status, body.equals(JPEG)]).toEqual([200, true])
    const told = ["content-type", "cache-control", "x-content-type-options"]
    expect(told.map((name) => response.headers.get(name))).toEqual([
      "image/jpeg",
      "private, no-store",
      "nosniff",
    ])
    const { headers } = scene.upstream.last(`GET ${PICTURE}`)
    expect(headers["authorization"]).toMatch(/^Bearer /u)
    expect(headers["accept"]).toBe("image/jpeg")
    const foreign = await fetch(new URL("/api/attachments/pic_1", here.browser.url), {
      headers: { Cookie: here.browser.cookie ?? "", "Sec-Fetch-Site": "cross-site" },
    })
    expect(foreign.status).toBe(403)
  })

  it.each([
    ["no JPEG", "image/jpeg", Buffer.from("<svg onload=alert(1)>")],
    ["of another type", "image/svg+xml", JPEG],
    ["too large", "image/jpeg", Buffer.concat([JPEG, Buffer.alloc(MAX_ATTACHMENT_BYTES)])],
  ])("show no picture that is %s", async (_, type, body) => {
    const here = await scene.tabs.member(anna)
    scene.upstream.pictures.set(PICTURE, { type, body })
    expect((await here.browser.get("/api/attachments/pic_1")).status).toBe(503)
  })
})
