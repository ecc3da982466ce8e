/** The member's list of open sessions, ending one of them, the related queries, and the age check. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { OpenSessionId } from "@foldcast/contracts/ids"
import type { OpenSession } from "@foldcast/contracts/queries/session"
import { AccountScene } from "../support/account-scene.ts"
import type { TestTab, TestTabs } from "../support/test-tabs.ts"
import type { ScriptedMember, ScriptedUpstream } from "../support/scripted-upstream.ts"

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) " +
  "Version/18.0 Mobile/15E148 Safari/604.1"

describe("open sessions", () => {
  let scene: AccountScene
  let upstream: ScriptedUpstream
  let tabs: TestTabs
  let anna: ScriptedMember
  let bert: ScriptedMember

  beforeAll(async () => {
    scene = await AccountScene.start({
      RATE_SUGGESTIONS_PER_OWNER: "4/1m",
      MEMBER_API_READ_TIMEOUT_MS: "2000",
    })
    ;({ upstream, tabs } = scene)
  })
  beforeEach(() => {
    anna = scene.member("anna")
    bert = scene.member("bert")
  })
  afterEach(() => scene.clear())
  afterAll(() => scene.stop())

  const listed = async ({ browser }: TestTab) => {
    const { status, body } = await browser.get("/api/sessions")
    expect(status).toBe(200)
    return (body as { readonly sessions: ReadonlyArray<OpenSession> }).sessions
  }
  const end = (sessionId: string) =>
    ({ _tag: "EndSession", sessionId: sessionId as OpenSessionId }) as const

  describe("in the list", () => {
    it("are the member's own, this one first, with browser and system", async () => {
      const there = await tabs.member(anna, SAFARI)
      const here = await tabs.member(anna, FIREFOX)
      await tabs.member(bert, FIREFOX)
      const sessions = await listed(here)
      expect(sessions).toMatchObject([
        { isCurrent: true, browser: "Firefox", system: "Linux" },
        { isCurrent: false, browser: "Safari", system: "iPhone" },
      ])
      expect(sessions.map(({ id }) => id)).toEqual(
        (await listed(there)).map(({ id }) => id).toReversed(),
      )
      expect(JSON.stringify(sessions)).not.toMatch(/signature|cookie|owner|token/iu)
    })
    it("are none for a guest, and for the cookie from before a log-in", async () => {
      const guest = await tabs.guest()
      const before = guest.browser.cookie
      expect((await guest.browser.get("/api/sessions")).status).toBe(401)
      const { email, password } = anna
      await guest.ask({ _tag: "LogIn", email, password })
      guest.browser.cookie = before
      for (const path of ["/api/sessions", "/api/username-suggestions?username=x"]) {
        expect(await guest.browser.get(path)).toMatchObject({
          status: 401,
          body: { label: "request.unauthenticated" },
        })
      }
    })
  })

  describe("ending one", () => {
    it("ends it at once, and tells the member's visits; its cookie is worthless", async () => {
      const there = await tabs.member(anna)
      const here = await tabs.member(anna)
      const tab = await tabs.tab(here.browser)
      const [, other] = await listed(here)
      const { cookie } = here.browser
      const { event } = await here.ask(end(other?.id ?? ""))
      expect(event).toEqual({ _tag: "SessionEnded", sessionId: other?.id })
      expect(await there.stream.end()).toBe(4401)
      expect(there.stream.tags.at(-1)).toBe("LoggedOut")
      expect((await there.stream.event("LoggedOut")).event).toMatchObject({ reason: "forbidden" })
      await tab.stream.event("SessionEnded")
      expect((await there.browser.command(there.visit, { _tag: "LoadWallet" })).status).toBe(401)
      expect(await listed(here)).toHaveLength(1)
      expect(here.stream.tags).not.toContain("LoggedOut")
      expect(here.browser.cookie).toBe(cookie)
    })
    it("answers the same for another member's and one that never was, and ends nothing", async () => {
      const stranger = await tabs.member(bert)
      const [theirs] = await listed(stranger)
      const here = await tabs.member(anna)
      const foreign = await here.ask(end(theirs?.id ?? ""))
      const none = await here.ask(end("never-was-0000000000"))
      expect(foreign.event).toEqual({ _tag: "SessionEndRefused", label: "notFound" })
      expect(none.event).toEqual(foreign.event)
      expect(stranger.stream.tags).not.toContain("LoggedOut")
      expect(await listed(stranger)).toHaveLength(1)
    })
    it("ends this one like a log-out, after its tabs were told", async () => {
      const here = await tabs.member(anna)
      const [own] = await listed(here)
      const { cookie } = here.browser
      const { seq } = await here.ask(end(own?.id ?? ""))
      expect(await here.stream.end()).toBe(4401)
      const out = await here.stream.event("LoggedOut")
      expect(out).toMatchObject({ event: { reason: "requested" } })
      expect(out.seq).toBeGreaterThan(seq)
      expect(here.browser.cookie).not.toBe(cookie)
      expect(await here.browser.get("/api/session")).toMatchObject({ body: { member: null } })
    })
    it("cannot be asked for by a guest", async () => {
      const [own] = await listed(await tabs.member(anna))
      const guest = await tabs.guest()
      expect((await guest.ask(end(own?.id ?? ""))).event).toMatchObject({ label: "unauthorized" })
    })
  })

  describe("username suggestions", () => {
    const ask = ({ browser }: TestTab, typed: string) =>
      browser.get(`/api/username-suggestions?username=${encodeURIComponent(typed)}`)

    it("are asked for by the letters and digits of the typed name [AUTH-64, API-028]", async () => {
      const here = await tabs.member(anna)
      expect(await ask(here, "an-na_ é1!")).toEqual({
        status: 200,
        body: { suggestions: ["anna1", "anna2", "anna3", "anna4", "anna5"] },
      })
      expect(upstream.last("GET /username/suggestions").query).toEqual({
        username: "anna1",
        limit: "5",
        maxLength: "32",
        lang: "nl",
      })
    })
    it("are none for an empty name, not available without the upstream, and limited in number", async () => {
      const here = await tabs.member(anna)
      expect(await ask(here, " -_")).toEqual({ status: 200, body: { suggestions: [] } })
      expect(upstream.calls).not.toContain("GET /username/suggestions")
      upstream.script("GET /username/suggestions", { status: 400, body: {} })
      expect((await ask(here, "anna")).status).toBe(503)
      await ask(here, "anna")
      await ask(here, "anna")
      expect(await ask(here, "anna")).toMatchObject({ status: 429 })
    })
  })

  describe("the checked age [AUTH-04]", () => {
    it("is told to all tabs of this browser, and to nobody else", async () => {
      const here = await tabs.guest()
      const tab = await tabs.tab(here.browser)
      const stranger = await tabs.guest()
      const { event, scope } = await here.ask({ _tag: "VerifyAge" })
      expect([event, scope]).toEqual([{ _tag: "AgeVerified" }, "owner"])
      await tab.stream.event("AgeVerified")
      await stranger.ask({ _tag: "LoadWallet" })
      expect(stranger.stream.tags).not.toContain("AgeVerified")
    })
    it("is among a visit's first facts from then on, after a log-out too", async () => {
      const here = await tabs.member(anna)
      await here.ask({ _tag: "VerifyAge" })
      const tags = async () => (await here.browser.page()).events.map(({ event }) => event._tag)
      expect((await tags()).slice(0, 3)).toEqual(["VisitStarted", "AgeVerified", "LoggedIn"])
      expect(await here.browser.get("/api/session")).toMatchObject({
        body: { member: { username: anna.username }, ageVerified: true },
      })
      expect(upstream.last("GET /basic-info").headers.authorization).toMatch(/^Bearer e30\./u)
      await here.ask({ _tag: "LogOut" })
      expect(await tags()).toEqual(["VisitStarted", "AgeVerified"])
      expect(await here.browser.get("/api/session")).toMatchObject({
        body: { member: null, ageVerified: true },
      })
    })
    it("is at the beginning of a visit in place of one that is gone", async () => {
      const here = await tabs.guest()
      await here.ask({ _tag: "VerifyAge" })
      const anew = await tabs.attach(here.browser, { visit: "never-was-0000000000" })
      expect(anew.tags).toEqual(["StreamReset", "VisitStarted", "AgeVerified"])
    })
    it("is told to a tab that was beginning when it was checked", async () => {
      const here = await tabs.guest()
      const { visit } = await here.browser.page()
      await here.ask({ _tag: "VerifyAge" })
      const late = await tabs.attach(here.browser, { visit })
      await late.event("AgeVerified")
      const again = await tabs.attach(here.browser, { visit })
      expect(again.tags.filter((tag) => tag === "AgeVerified")).toHaveLength(1)
    })
  })
})
