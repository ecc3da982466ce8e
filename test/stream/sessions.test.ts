/** Who may see what while sessions begin and end: the old cookie, the other tab, the next person. */
import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import { removeDirectory, startGateway, type TestGateway } from "../support/gateway.ts"
import { TestBrowser } from "../support/member-browser.ts"
import { ScriptedUpstream } from "../support/scripted-upstream.ts"
import { SseReader, type StreamReader, WebSocketReader } from "../support/stream-reader.ts"

const ANNA = { id: "m-anna", email: "anna@example.test", password: "geheim1" }
const LOG_IN: Command = { _tag: "LogIn", email: ANNA.email, password: ANNA.password }

const gate = () => {
  let open = () => undefined as void
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

describe("sessions on the stream", () => {
  let upstream: ScriptedUpstream
  let gateway: TestGateway
  let browser: TestBrowser
  let visit: string
  let stream: WebSocketReader
  const readers: Array<StreamReader> = []

  const open = <Reader extends StreamReader>(
    Kind: new (options: ConstructorParameters<typeof WebSocketReader>[0]) => Reader,
    query: Readonly<Record<string, string>>,
    cookie: string | null,
  ): Reader => {
    const reader = new Kind({ url: gateway.url, query: { tab: "tab-1", ...query }, cookie })
    readers.push(reader)
    return reader
  }

  const enter = async () => {
    await browser.command(visit, LOG_IN)
    await stream.event("LoggedIn")
    await upstream.heard(ANNA.id)
  }

  beforeAll(async () => {
    upstream = await ScriptedUpstream.start()
    upstream.addMember({ ...ANNA, credits: 120 })
    gateway = await startGateway({
      upstream: upstream.url,
      // However busy the machine is, a stream that reads comes to its last fact.
      environment: { LAST_FRAMES_MS: "60000" },
    })
  })
  beforeEach(async () => {
    browser = new TestBrowser(gateway.url)
    visit = (await browser.page()).visit
    stream = open(WebSocketReader, { visit }, browser.cookie)
    await stream.first("replayed")
  })
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.close()
    upstream.calls.length = 0
  })
  afterAll(async () => {
    await gateway.close()
    await upstream.close()
    await removeDirectory(gateway.dataDir)
  })

  describe("the cookie before a log-in", () => {
    it("shows a page to nobody but a guest, and takes no cookie away", async () => {
      const old = new TestBrowser(gateway.url)
      old.cookie = browser.cookie
      await enter()
      const before = old.cookie
      const page = await old.page()
      expect(page.events.map(({ event }) => event._tag)).toEqual(["VisitStarted"])
      expect(old.cookie).toBe(before)
    })
    it.each([
      ["WebSocket", WebSocketReader],
      ["SSE", SseReader],
    ])("begins no visit in place of one that cannot be resumed, over %s", async (_, Kind) => {
      const old = browser.cookie
      await enter()
      const reader = open<StreamReader>(Kind, { visit: "never-was-0000000000" }, old)
      expect(await reader.end()).toBe(4401)
      expect(reader.frames.map(({ k }) => k)).toEqual(["bye"])
    })
    it("says no client facts", async () => {
      const old = browser.cookie
      const { epoch } = await stream.first("hello")
      await enter()
      const response = await fetch(new URL("/api/facts", gateway.url), {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          "X-Foldcast": "1",
          Origin: gateway.url,
          Cookie: old ?? "",
        },
        body: JSON.stringify({ k: "facts", visit, epoch, facts: [] }),
      })
      expect(response.status).toBe(401)
    })
  })

  it("ends a visit that was beginning while its session ended", async () => {
    await enter()
    const { open: release, opened } = gate()
    upstream.script("GET /basic-info", {
      status: 200,
      body: {
        username: "anna",
        email: ANNA.email,
        credits: 120,
        verified: true,
        lander: null,
        endUserText: null,
      },
      after: opened,
    })
    const late = open(WebSocketReader, { visit: "never-was-0000000000" }, browser.cookie)
    upstream.calls.length = 0
    await upstream.until(() => upstream.calls.includes("GET /basic-info"))
    await browser.command(visit, { _tag: "LogOut" })
    expect(await stream.end()).toBe(4401)
    release()
    expect(await late.end()).toBe(4401)
    expect(late.tags.at(-1)).toBe("LoggedOut")
  })

  it("tells a tab that was attaching while another one logged in", async () => {
    const pages = await Promise.all(Array.from({ length: 12 }, () => browser.page()))
    const { open: release, opened } = gate()
    upstream.script("POST /login", {
      status: 200,
      body: { token: upstream.tokenOf(ANNA.id) },
      after: opened,
    })
    const cookie = browser.cookie
    const command = browser.command(visit, LOG_IN, { commandId: randomUUID() })
    await upstream.until(() => upstream.calls.includes("POST /login"))
    release()
    const tabs = pages.map((page) => open(WebSocketReader, { visit: page.visit }, cookie))
    await command
    for (const tab of tabs) await tab.event("LoggedIn")
    await stream.event("LoggedIn")
    for (const reader of [stream, ...tabs]) {
      await reader.event("CreditsChanged")
      expect(reader.tags.filter((tag) => tag === "LoggedIn")).toHaveLength(1)
    }
  })

  it("tells a stream that is still catching up that its session ended, before it is closed", async () => {
    await enter()
    const bundle = {
      id: 1,
      name: "n".repeat(900_000),
      cost: 1,
      credits: 1,
      currency: "EUR",
      bonus: 0,
      label: null,
      meta: { classes: "" },
    }
    for (let count = 0; count < 12; count++) {
      upstream.script("GET /wallet", {
        status: 200,
        body: { id: 1, variant: "drawer", bundles: [bundle], paymentOptions: [] },
      })
      await browser.command(visit, { _tag: "LoadWallet" })
    }
    await stream.until(() => stream.tags.filter((tag) => tag === "WalletLoaded").length === 12)
    const { epoch } = await stream.first("hello")
    stream.close()
    const slow = open(WebSocketReader, { visit, epoch, seq: "1" }, browser.cookie)
    await slow.first("resumed")
    slow.pause()
    await browser.command(visit, { _tag: "LogOut" })
    slow.resume()
    expect(await slow.end()).toBe(4401)
    expect(slow.tags.at(-1)).toBe("LoggedOut")
    expect(slow.positions).toEqual(slow.positions.map((_, index) => index + 2))
  })
})
