/**
 * One member at several computers: whose token is used to listen, whose session ends, and what happens after an
 * interruption.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { removeDirectory, startGateway, type TestGateway } from "../support/gateway.ts"
import { TestBrowser } from "../support/member-browser.ts"
import { ScriptedUpstream } from "../support/scripted-upstream.ts"
import { WebSocketReader } from "../support/stream-reader.ts"

describe("a member at several computers", () => {
  let upstream: ScriptedUpstream
  let gateway: TestGateway
  const readers: Array<WebSocketReader> = []
  let member = { id: "", email: "", password: "geheim1" }
  let members = 0

  const start = async (dataDir?: string) => {
    gateway = await startGateway({
      upstream: upstream.url,
      environment: { MEMBER_API_READ_TIMEOUT_MS: "2000" },
      ...(dataDir !== undefined && { dataDir }),
    })
  }

  const attach = async (query: Readonly<Record<string, string>>, browser: TestBrowser) => {
    const reader = new WebSocketReader({
      url: gateway.url,
      query: { tab: "tab-1", ...query },
      cookie: browser.cookie,
    })
    readers.push(reader)
    await reader.first("replayed")
    return reader
  }

  /** A computer logged in with this token. */
  const computer = async (token: string) => {
    const browser = new TestBrowser(gateway.url)
    const { visit } = await browser.page()
    const stream = await attach({ visit }, browser)
    upstream.script("POST /login", { status: 200, body: { token } })
    await browser.command(visit, { _tag: "LogIn", email: member.email, password: member.password })
    await stream.event("LoggedIn")
    await upstream.heard(member.id)
    return { browser, visit, stream }
  }

  const settled = async (stream: WebSocketReader) => {
    const asked = () => stream.tags.filter((tag) => tag === "CreditsChanged").length
    await stream.until(() => asked() >= 2)
  }

  beforeAll(async () => {
    upstream = await ScriptedUpstream.start()
    await start()
  })
  beforeEach(() => {
    members += 1
    member = { ...member, id: `m-${members}`, email: `m-${members}@example.test` }
    upstream.addMember({ ...member, credits: 120 })
  })
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.close()
  })
  afterAll(async () => {
    await gateway.close()
    await upstream.close()
    await removeDirectory(gateway.dataDir)
  })

  it("goes on listening with a valid token when the session that brought the first one ends", async () => {
    const [first, second] = [upstream.tokenOf(member.id), upstream.tokenOf(member.id)]
    const there = await computer(first)
    const here = await computer(second)
    await settled(here.stream)
    await there.browser.command(there.visit, { _tag: "LogOut" })
    expect(await there.stream.end()).toBe(4401)
    upstream.revoke(first)
    upstream.cutSockets()
    await here.stream.event("SourceRestored")
    await upstream.heard(member.id)
    upstream.emit(member.id, "updated-credits", { credits: 4_711 })
    await here.stream.until(() =>
      here.stream.events.some(({ event }) => event["credits"] === 4_711),
    )
    expect(here.stream.tags).not.toContain("LoggedOut")
  })

  it("ends the session whose token is refused, and no other", async () => {
    const [first, second] = [upstream.tokenOf(member.id, 7_200), upstream.tokenOf(member.id)]
    const there = await computer(first)
    const here = await computer(second)
    await settled(there.stream)
    await settled(here.stream)
    upstream.revoke(first)
    upstream.cutSockets()
    expect(await there.stream.end()).toBe(4401)
    expect((await there.stream.event("LoggedOut")).event).toMatchObject({ reason: "forbidden" })
    await here.stream.event("SourceRestored")
    expect(here.stream.tags).not.toContain("LoggedOut")
  })

  it("loses all sessions when no token is accepted, and is heard again after a new log-in", async () => {
    const [first, second] = [upstream.tokenOf(member.id), upstream.tokenOf(member.id)]
    const there = await computer(first)
    const here = await computer(second)
    await settled(there.stream)
    await settled(here.stream)
    upstream.revoke(first)
    upstream.revoke(second)
    upstream.cutSockets()
    expect(await there.stream.end()).toBe(4401)
    expect(await here.stream.end()).toBe(4401)
    const again = await computer(upstream.tokenOf(member.id))
    upstream.emit(member.id, "updated-credits", { credits: 99 })
    await again.stream.until(() => again.stream.events.some(({ event }) => event["credits"] === 99))
  })

  it("does not take a balance from a log-in that an event has overtaken", async () => {
    const there = await computer(upstream.tokenOf(member.id))
    await settled(there.stream)
    let release = () => undefined as void
    const opened = new Promise<void>((resolve) => {
      release = resolve
    })
    const info = {
      username: "anna",
      email: member.email,
      credits: 1,
      verified: true,
      lander: null,
      endUserText: null,
    }
    upstream.script("GET /basic-info", { status: 200, body: info, after: opened })
    upstream.calls.length = 0
    const late = computer(upstream.tokenOf(member.id))
    await upstream.until(() => upstream.calls.includes("GET /basic-info"))
    upstream.addMember({ ...member, credits: 999 })
    upstream.emit(member.id, "updated-credits", { credits: 999 })
    await there.stream.until(() =>
      there.stream.events.some(({ event }) => event["credits"] === 999),
    )
    release()
    const here = await late
    await here.stream.until(() => here.stream.events.some(({ event }) => event["credits"] === 999))
    for (const { stream } of [there, here]) {
      expect(stream.events.some(({ event }) => event["credits"] === 1)).toBe(false)
    }
  })

  it("is told in a connected tab that its session has expired", async () => {
    const { stream } = await computer(upstream.tokenOf(member.id, 2))
    expect(await stream.end()).toBe(4401)
    expect((await stream.event("LoggedOut")).event).toMatchObject({ reason: "expired" })
  })

  it("is told the profile in a visit that began while the upstream did not answer [ERR-26]", async () => {
    const { browser } = await computer(upstream.tokenOf(member.id))
    upstream.script("GET /basic-info", ...Array.from({ length: 3 }, () => "cut" as const))
    const page = await browser.page()
    expect(page.events.map(({ event }) => event._tag)).toEqual([
      "VisitStarted",
      "LoggedIn",
      "MemberRefused",
      "SourceInterrupted",
    ])
    const stream = await attach({ visit: page.visit, tab: "tab-2" }, browser)
    await stream.event("MemberLoaded")
    expect((await stream.event("SourceRestored")).event).toMatchObject({ source: "member-api" })
    expect(stream.tags.filter((tag) => tag === "LoggedIn")).toHaveLength(1)
  })

  it("is told after a restart that nothing was heard meanwhile, and the gateway asks again", async () => {
    const { browser, visit, stream } = await computer(upstream.tokenOf(member.id))
    await settled(stream)
    const { epoch } = await stream.first("hello")
    const seq = String(stream.positions.at(-1) ?? 0)
    await gateway.close()
    await start(gateway.dataDir)
    const again = await attach({ visit, epoch, seq }, browser)
    await again.event("SourceRestored")
    const restored = again.tags.indexOf("SourceRestored")
    expect(again.tags[restored - 1]).toBe("SourceInterrupted")
    await again.event("CreditsChanged")
  })
})
