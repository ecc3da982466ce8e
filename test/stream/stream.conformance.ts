/**
 * The stream's guarantees for every transport (docs/protocol.md, "Stream"). Run by websocket.server.test.ts and
 * sse.server.test.ts with their own reader.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { removeDirectory, startGateway, type TestGateway } from "../support/gateway.ts"
import { TestBrowser } from "../support/member-browser.ts"
import { ScriptedUpstream } from "../support/scripted-upstream.ts"
import type { OpenOptions, StreamReader } from "../support/stream-reader.ts"

export const ANNA = { id: "m-anna", email: "anna@example.test", password: "geheim1" } as const

export const streamConformance = (
  transport: string,
  open: (options: OpenOptions) => StreamReader,
): void => {
  describe(`the stream over ${transport}`, () => {
    let upstream: ScriptedUpstream
    let gateway: TestGateway
    const readers: Array<StreamReader> = []

    beforeAll(async () => {
      upstream = await ScriptedUpstream.start()
      upstream.addMember({ ...ANNA, credits: 120 })
      gateway = await startGateway({ upstream: upstream.url })
    })
    afterEach(() => {
      for (const reader of readers.splice(0)) reader.close()
    })
    afterAll(async () => {
      await gateway.close()
      await upstream.close()
      await removeDirectory(gateway.dataDir)
    })

    const attach = (query: Readonly<Record<string, string>>, cookie: string | null) => {
      const reader = open({ url: gateway.url, query: { tab: "tab-1", ...query }, cookie })
      readers.push(reader)
      return reader
    }

    const logIn = async () => {
      const browser = new TestBrowser(gateway.url)
      const page = await browser.page()
      const stream = attach({ visit: page.visit }, browser.cookie)
      await stream.first("replayed")
      await browser.command(page.visit, {
        _tag: "LogIn",
        email: ANNA.email,
        password: ANNA.password,
      })
      await stream.event("CreditsChanged")
      return { browser, page, stream }
    }

    it("greets before anything else and sends the page's facts from position 1", async () => {
      const browser = new TestBrowser(gateway.url)
      const page = await browser.page()
      const stream = attach({ visit: page.visit }, browser.cookie)
      await stream.first("replayed")
      const [hello] = stream.frames
      expect(hello).toMatchObject({ k: "hello", visit: page.visit, epoch: page.epoch, n: 0 })
      expect(stream.events).toEqual(page.events)
      expect(stream.positions[0]).toBe(1)
    })

    it("gives a browser without a page a new visit and a session", async () => {
      const stream = attach({}, null)
      await stream.first("replayed")
      expect(stream.tags).toEqual(["VisitStarted"])
      expect(stream.cookie).toMatch(/^auth=/u)
    })

    it("resumes with exactly what was missed", async () => {
      const { browser, page, stream } = await logIn()
      const hello = await stream.first("hello")
      const head = stream.positions.at(-1) ?? 0
      stream.close()
      upstream.emit(ANNA.id, "updated-credits", { credits: 77 })
      await upstream.heard(ANNA.id)
      const again = attach({ visit: page.visit, epoch: hello.epoch, seq: "1" }, browser.cookie)
      const resumed = await again.first("resumed")
      expect(resumed.from).toBe(2)
      await again.first("replayed")
      expect(again.positions).toEqual(again.positions.map((_, index) => index + 2))
      expect(again.positions.at(-1)).toBeGreaterThanOrEqual(head)
    })

    it("says when nothing was missed", async () => {
      const browser = new TestBrowser(gateway.url)
      const page = await browser.page()
      const stream = attach({ visit: page.visit }, browser.cookie)
      const { epoch } = await stream.first("hello")
      await stream.first("replayed")
      stream.close()
      const seq = page.events.length
      const again = attach({ visit: page.visit, epoch, seq: String(seq) }, browser.cookie)
      expect(await again.first("resumed")).toEqual({ k: "resumed", from: seq + 1, to: seq })
      expect(again.events).toEqual([])
    })

    it.each([
      ["epoch", { epoch: "another", seq: "1" }],
      ["future", { seq: "900" }],
    ])("answers what cannot be resumed with a new visit: %s", async (reason, position) => {
      const browser = new TestBrowser(gateway.url)
      const page = await browser.page()
      const first = attach({ visit: page.visit }, browser.cookie)
      const { epoch } = await first.first("hello")
      await first.first("replayed")
      first.close()
      const stream = attach({ visit: page.visit, epoch, ...position }, browser.cookie)
      expect(await stream.first("reset")).toMatchObject({ reason, was: page.visit })
      await stream.first("replayed")
      expect(stream.frames[0]).not.toMatchObject({ visit: page.visit })
      expect(stream.tags.slice(0, 2)).toEqual(["StreamReset", "VisitStarted"])
      expect(stream.positions[0]).toBe(1)
    })

    it("answers the same for another's visit and one that never was", async () => {
      const { page } = await logIn()
      const stranger = new TestBrowser(gateway.url)
      await stranger.page()
      const answers = []
      for (const visit of [page.visit, "never-was-0000000000"]) {
        const stream = attach({ visit, epoch: page.epoch, seq: "1" }, stranger.cookie)
        const { reason } = await stream.first("reset")
        await stream.first("replayed")
        answers.push([reason, stream.tags])
      }
      expect(answers[0]).toEqual(answers[1])
      expect(answers[0]?.[0]).toBe("unknown")
    })

    it("tells every open visit of the member a change of the balance [WALLET-47]", async () => {
      const { browser } = await logIn()
      const second = await browser.page()
      const other = attach({ visit: second.visit, tab: "tab-2" }, browser.cookie)
      await other.first("replayed")
      await upstream.heard(ANNA.id)
      for (const [call, credits] of [
        ["setCredits", 1_234],
        ["updated-credits", 4_321],
      ] as const) {
        upstream.emit(ANNA.id, call, { credits })
        await other.until(() => other.events.some(({ event }) => event["credits"] === credits))
      }
      expect(other.positions).toEqual(other.positions.map((_, index) => index + 1))
    })

    it("ends all of the owner's visits at log-out, the fact before the close [AUTH-20]", async () => {
      const { browser, page, stream } = await logIn()
      const second = await browser.page()
      const other = attach({ visit: second.visit, tab: "tab-2" }, browser.cookie)
      await other.first("replayed")
      const old = browser.cookie
      await browser.command(page.visit, { _tag: "LogOut" })
      for (const each of [stream, other]) {
        expect(await each.end()).toBe(4401)
        expect(each.tags.at(-1)).toBe("LoggedOut")
        expect(each.frames.at(-1)).toMatchObject({ k: "bye", code: 4401 })
      }
      expect(browser.cookie).not.toBe(old)
      const back = attach({ visit: page.visit, epoch: page.epoch, seq: "1" }, old)
      expect((await back.first("reset")).reason).toBe("unknown")
    })

    it("closes the older connection of the same visit", async () => {
      const browser = new TestBrowser(gateway.url)
      const page = await browser.page()
      const first = attach({ visit: page.visit }, browser.cookie)
      await first.first("replayed")
      const second = attach({ visit: page.visit }, browser.cookie)
      await second.first("replayed")
      expect(await first.end()).toBe(4509)
      expect(second.tags).toEqual(["VisitStarted"])
    })

    it("stores client facts once and acknowledges up to where", async () => {
      const browser = new TestBrowser(gateway.url)
      const page = await browser.page()
      const stream = attach({ visit: page.visit }, browser.cookie)
      const hello = await stream.first("hello")
      await stream.first("replayed")
      const fact = { n: 1, after: 1, at: hello.now, fact: { _tag: "WalletOpened" } } as const
      const frame = { k: "facts", visit: hello.visit, epoch: hello.epoch, facts: [fact] } as const
      stream.send(frame)
      expect((await stream.first("stored")).n).toBe(1)
      stream.send(frame)
      await stream.until(() => stream.frames.filter(({ k }) => k === "stored").length === 2)
      stream.close()
      const again = attach({ visit: page.visit, epoch: hello.epoch, seq: "1" }, browser.cookie)
      expect((await again.first("hello")).n).toBe(1)
    })

    it("says when the member socket falls silent and when it is back, and asks again", async () => {
      const { stream } = await logIn()
      await upstream.heard(ANNA.id)
      upstream.calls.length = 0
      upstream.cutSockets()
      await stream.event("SourceInterrupted")
      await stream.event("SourceRestored")
      await upstream.until(() => upstream.calls.includes("GET /credits"))
    })
  })
}
