/** Who may see what while sessions begin and end: the old cookie, another tab, the next person at the browser. */
import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import type { VisitId } from "@foldcast/contracts/ids"
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
      // Long enough on a busy machine: a stream that reads receives its last fact.
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

  describe("with the cookie before a log-in", () => {
    it("show a page to a guest alone, and take no cookie away", async () => {
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
    ])("begin no visit in place of one that cannot be resumed, over %s", async (_, Kind) => {
      const old = browser.cookie
      await enter()
      const reader = open<StreamReader>(Kind, { visit: "never-was-0000000000" }, old)
      await reader.end()
      expect(reader.frames).toEqual([])
      const refused = await fetch(
        new URL("/api/stream?tab=tab-1&visit=never-was-0000000000", gateway.url),
        {
          headers: {
            Accept: "text/event-stream",
            "Sec-Fetch-Site": "same-origin",
            Cookie: old ?? "",
          },
        },
      )
      expect(refused.status).toBe(401)
    })
    it("take no client facts", async () => {
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

  it("let a browser that logged in twice at once keep whichever answer comes last", async () => {
    const { open: release, opened } = gate()
    const profile = { username: "anna", email: ANNA.email, credits: 120, verified: true }
    const late = {
      status: 200,
      body: { ...profile, lander: null, endUserText: null },
      after: opened,
    }
    upstream.script("GET /basic-info", late, late)
    const tabs = [new TestBrowser(gateway.url), new TestBrowser(gateway.url)]
    for (const tab of tabs) tab.cookie = browser.cookie
    const answers = tabs.map((tab) => tab.command(visit, LOG_IN))
    await upstream.until(
      () => upstream.calls.filter((call) => call === "GET /basic-info").length === 2,
    )
    release()
    for (const { status } of await Promise.all(answers)) expect(status).toBe(202)
    expect(new Set(tabs.map(({ cookie }) => cookie)).size).toBe(2)
    for (const tab of tabs) {
      expect(await tab.get("/api/session")).toMatchObject({
        body: { member: { memberId: ANNA.id } },
      })
    }
  })

  it("give no cookie to a page that comes before a log-out's answer, which brings the next", async () => {
    await enter()
    const tab = new TestBrowser(gateway.url)
    tab.cookie = browser.cookie
    const before = browser.cookie
    expect(await browser.command(visit, { _tag: "LogOut" })).toMatchObject({ status: 202 })
    expect(browser.cookie).not.toBe(before)
    const page = await tab.page()
    expect(page.events.map(({ event }) => event._tag)).toEqual(["VisitStarted"])
    expect(tab.cookie).toBe(before)
  })

  it("end a visit that was beginning while its session ended", async () => {
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

  it("tell a tab that was attaching while another one logged in", async () => {
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
    const cut = pages.map((page) => open(WebSocketReader, { visit: page.visit }, cookie))
    await command
    for (const reader of cut) {
      await reader.end()
      expect(reader.tags).not.toContain("LoggedIn")
    }
    const tabs = pages.map((page) => open(WebSocketReader, { visit: page.visit }, browser.cookie))
    for (const reader of [stream, ...tabs]) {
      await reader.event("LoggedIn")
      await reader.event("CreditsChanged")
      expect(reader.tags.filter((tag) => tag === "LoggedIn")).toHaveLength(1)
    }
  })

  describe("at a log-in", () => {
    const KEY = "key-of-the-first-document"
    const SERVICE_RESTART = 1012

    it.each([
      ["WebSocket", WebSocketReader],
      ["SSE", SseReader],
    ])(
      "cut what else the cookie had opened, before it is told of the member, over %s",
      async (_, Kind) => {
        const cookie = browser.cookie
        const other = (await browser.page()).visit
        const thief = open<StreamReader>(
          Kind,
          { visit: other, key: "key-of-another-document" },
          cookie,
        )
        const fresh = open<StreamReader>(Kind, {}, cookie)
        await thief.first("replayed")
        const { epoch } = await fresh.first("hello")
        await fresh.first("replayed")
        await enter()
        for (const reader of [thief, fresh]) {
          expect((await reader.first("bye")).code).toBe(SERVICE_RESTART)
          await reader.end()
          expect(reader.tags).toEqual(["VisitStarted"])
        }
        const { visit: begun } = await fresh.first("hello")
        for (const query of [
          { visit: other, key: "key-of-another-document" },
          { visit: other, epoch, seq: "1", key: "key-of-another-document" },
          { visit: begun },
          { visit: begun, epoch, seq: "1" },
          {},
        ]) {
          const again = open<StreamReader>(Kind, query, cookie)
          await again.end()
          expect(again.frames).toEqual([])
        }
        // Another tab of the same browser has the new cookie.
        const tab = open<StreamReader>(Kind, { visit: other, epoch, seq: "1" }, browser.cookie)
        expect((await tab.event("LoggedIn")).event).toMatchObject({ memberId: ANNA.id })
        expect(stream.closed).toBe(null)
      },
    )

    it("leave the cookie before it the visit that logged in, for the document that has its key", async () => {
      const cookie = browser.cookie
      visit = (await browser.page()).visit
      stream = open(WebSocketReader, { visit, key: KEY }, cookie)
      await stream.first("replayed")
      const { epoch } = await stream.first("hello")
      await enter()
      for (const wrong of [{}, { key: "key-of-another-document" }, { key: "" }]) {
        const thief = open(WebSocketReader, { visit, epoch, seq: "1", ...wrong }, cookie)
        await thief.end()
        expect(thief.frames).toEqual([])
      }
      expect(stream.closed).toBe(null)
      const back = open(WebSocketReader, { visit, epoch, seq: "1", key: KEY }, cookie)
      await back.event("LoggedIn")
    })

    it("cut the stream of its own visit where somebody without the key had taken it over", async () => {
      const cookie = browser.cookie
      visit = (await browser.page()).visit
      const own = open(WebSocketReader, { visit, key: KEY }, cookie)
      await own.first("replayed")
      const { epoch } = await own.first("hello")
      const thief = open(WebSocketReader, { visit, epoch, seq: "1" }, cookie)
      await thief.first("replayed")
      await browser.command(visit, LOG_IN)
      await thief.end()
      expect(thief.tags).not.toContain("LoggedIn")
      const back = open(WebSocketReader, { visit, epoch, seq: "1", key: KEY }, cookie)
      await back.event("LoggedIn")
    })

    it("take no client facts from a stream that was cut", async () => {
      const other = (await browser.page()).visit
      const thief = open(WebSocketReader, { visit: other }, browser.cookie)
      const { epoch } = await thief.first("hello")
      await thief.first("replayed")
      const facts = [{ n: 1, after: 1, at: 1, fact: { _tag: "WalletOpened" } as const }]
      const entered = enter()
      await thief.first("bye")
      thief.send({ k: "facts", visit: other as VisitId, epoch, facts })
      await entered
      await thief.end()
      const tab = open(WebSocketReader, { visit: other, epoch, seq: "1" }, browser.cookie)
      expect((await tab.first("hello")).n).toBe(0)
    })
  })

  describe("for a command repeated with the cookie before", () => {
    const cookieAfter = async (cookie: string | null, command: Command, commandId: string) => {
      const old = new TestBrowser(gateway.url)
      old.cookie = cookie
      const { status } = await old.command(visit, command, { commandId })
      return { status, cookie: old.cookie === cookie ? null : old.cookie }
    }
    const isMember = async (cookie: string | null) => {
      const holder = new TestBrowser(gateway.url)
      holder.cookie = cookie
      const { body } = await holder.get("/api/session")
      return (body as { readonly member: unknown }).member !== null
    }

    it("give the new cookie once, and only where it is the log-in", async () => {
      const cookie = browser.cookie
      const [harmless, refused, logIn] = [randomUUID(), randomUUID(), randomUUID()]
      const wrong: Command = { ...LOG_IN, password: "verkeerd1" }
      await browser.command(visit, { _tag: "VerifyAge" }, { commandId: harmless })
      await browser.command(visit, wrong, { commandId: refused })
      await browser.command(visit, LOG_IN, { commandId: logIn })
      const own = browser.cookie
      const quiet = [
        await cookieAfter(cookie, { _tag: "VerifyAge" }, harmless),
        await cookieAfter(cookie, wrong, refused),
      ]
      expect(quiet).toEqual([
        { status: 202, cookie: null },
        { status: 202, cookie: null },
      ])
      const first = await cookieAfter(cookie, LOG_IN, logIn)
      expect(await isMember(first.cookie)).toBe(true)
      for (let count = 0; count < 4; count++) {
        expect(await cookieAfter(cookie, LOG_IN, logIn)).toEqual({ status: 202, cookie: null })
      }
      expect(await isMember(own)).toBe(true)
    })

    it("give none once the password was changed, but for that very change", async () => {
      const CARL = { id: "m-carl", email: "carl@example.test", password: "geheim3" }
      upstream.addMember({ ...CARL, credits: 1 })
      const logIn: Command = { _tag: "LogIn", email: CARL.email, password: CARL.password }
      const logInId = randomUUID()
      const guest = browser.cookie
      await browser.command(visit, logIn, { commandId: logInId })
      const stolen = browser.cookie
      const [harmless, change] = [randomUUID(), randomUUID()]
      await browser.command(visit, { _tag: "LoadWallet" }, { commandId: harmless })
      const another: Command = {
        _tag: "ChangePassword",
        password: CARL.password,
        newPassword: "veranderd1",
        repeatNewPassword: "veranderd1",
      }
      await browser.command(visit, another, { commandId: change })
      expect(browser.cookie).not.toBe(stolen)
      for (const cookie of [guest, stolen]) {
        const repeated = await cookieAfter(cookie, { _tag: "LoadWallet" }, harmless)
        expect(repeated.cookie).toBe(null)
        expect((await cookieAfter(cookie, logIn, logInId)).cookie).toBe(null)
      }
      expect(await isMember((await cookieAfter(stolen, another, change)).cookie)).toBe(true)
    })
  })

  it("tell a stream that is still catching up that its session ended, before it is closed", async () => {
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
