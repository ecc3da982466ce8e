import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import { removeDirectory, startGateway, type TestGateway } from "../support/gateway.ts"
import { consent, TestBrowser } from "../support/member-browser.ts"
import { ScriptedUpstream } from "../support/scripted-upstream.ts"
import { WebSocketReader } from "../support/stream-reader.ts"

const ANNA = { id: "m-anna", email: "anna@example.test", password: "geheim1" }
const BERT = { id: "m-bert", email: "bert@example.test", password: "geheim2" }
const logIn = ({ email, password }: typeof ANNA): Command => ({ _tag: "LogIn", email, password })

describe("commands", () => {
  let upstream: ScriptedUpstream
  let gateway: TestGateway
  let browser: TestBrowser
  let visit: string
  let stream: WebSocketReader
  const readers: Array<WebSocketReader> = []

  const attach = async (query: Readonly<Record<string, string>>, cookie: string | null) => {
    const reader = new WebSocketReader({
      url: gateway.url,
      query: { tab: "tab-1", ...query },
      cookie,
    })
    readers.push(reader)
    await reader.first("replayed")
    return reader
  }

  beforeAll(async () => {
    upstream = await ScriptedUpstream.start()
    upstream.addMember({ ...ANNA, credits: 120 })
    upstream.addMember({ ...BERT, credits: 5 })
    gateway = await startGateway({
      upstream: upstream.url,
      environment: {
        MEMBER_API_WRITE_TIMEOUT_MS: "2000",
        RATE_FAILED_LOG_INS_PER_ACCOUNT: "3/15m",
        ACCOUNT_DISCLOSURE: "specific",
      },
    })
  })
  beforeEach(async () => {
    browser = new TestBrowser(gateway.url)
    visit = (await browser.page()).visit
    stream = await attach({ visit }, browser.cookie)
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

  const enter = async (member = ANNA) => {
    await browser.command(visit, logIn(member))
    await stream.event("LoggedIn")
    await upstream.heard(member.id)
  }

  const payment = (returnUrl = `${gateway.url}/nl`): Command => ({
    _tag: "OpenPaymentSession",
    bundleId: "3",
    paymentMethod: "10",
    returnUrl,
    device: "desktop",
  })

  describe("admission", () => {
    const post = (init: RequestInit) =>
      fetch(new URL("/api/commands", gateway.url), {
        method: "POST",
        body: JSON.stringify({ commandId: randomUUID(), visit, command: { _tag: "LogOut" } }),
        ...init,
      })
    const own = () => ({
      "Content-Type": "application/json",
      "X-Foldcast": "1",
      Origin: gateway.url,
      Cookie: browser.cookie ?? "",
    })

    it.each([
      ["a foreign origin", 403, { Origin: "https://evil.example" }],
      ["no custom header", 403, { "X-Foldcast": "" }],
      ["another content type", 415, { "Content-Type": "text/plain" }],
      ["no session", 401, { Cookie: "" }],
    ])("refuses %s with %i", async (_, status, headers) => {
      const response = await post({ headers: { ...own(), ...headers } })
      expect(response.status).toBe(status)
      expect(response.headers.get("content-type")).toBe("application/problem+json")
      expect(response.headers.get("rating")).toBe("RTA-5042-1996-1400-1577-RTA")
      expect(await response.json()).toMatchObject({
        status,
        reference: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/u),
      })
    })
    it("refuses a request without an origin", async () => {
      const { Origin: _, ...headers } = own()
      expect((await post({ headers })).status).toBe(403)
    })
    it("refuses what is too large, malformed or not a command, naming the field and no value", async () => {
      const large = await post({
        headers: own(),
        body: JSON.stringify({ pad: "x".repeat(17_000) }),
      })
      expect(large.status).toBe(413)
      const malformed = await post({ headers: own(), body: "{" })
      expect(malformed.status).toBe(400)
      const wrong = await post({
        headers: own(),
        body: JSON.stringify({
          commandId: randomUUID(),
          visit,
          command: { _tag: "LogIn", email: 7, password: "canary-secret" },
        }),
      })
      const text = await wrong.text()
      expect([wrong.status, text.includes("canary")]).toEqual([400, false])
      expect(JSON.parse(text)).toMatchObject({ label: "badRequest.command.email" })
    })
    it("answers the same for another's visit and one that never was", async () => {
      const stranger = new TestBrowser(gateway.url)
      await stranger.page()
      const foreign = await stranger.command(visit, { _tag: "LogOut" })
      const none = await stranger.command("never-was-0000000000", { _tag: "LogOut" })
      const { reference: _a, ...first } = foreign.body
      const { reference: _b, ...second } = none.body
      expect([foreign.status, first]).toEqual([404, second])
    })
    it("makes a page's visit durable by its first command", async () => {
      const page = await browser.page()
      const { status } = await browser.command(page.visit, { _tag: "LoadWallet" })
      expect(status).toBe(202)
      const reader = await attach({ visit: page.visit }, browser.cookie)
      expect(reader.tags).toEqual(["VisitStarted", "WalletRefused"])
    })
  })

  describe("at most once", () => {
    it("repeats the stored result and makes no call again", async () => {
      await enter()
      const commandId = randomUUID()
      const first = await browser.command(visit, payment(), { commandId })
      const second = await browser.command(visit, payment(), { commandId })
      expect(second).toEqual(first)
      expect(upstream.calls.filter((call) => call === "POST /payment/session")).toHaveLength(1)
    })
    it("refuses the same id with another body", async () => {
      const commandId = randomUUID()
      await browser.command(visit, { _tag: "LoadWallet" }, { commandId })
      const other = await browser.command(visit, { _tag: "LogOut" }, { commandId })
      expect([other.status, other.retryAfter]).toEqual([422, null])
    })
    it("says when a command still runs", async () => {
      let release = () => undefined as void
      const gate = new Promise<void>((resolve) => {
        release = resolve
      })
      upstream.script("POST /login", { status: 400, body: { label: "notExists" }, after: gate })
      const commandId = randomUUID()
      const running = browser.command(visit, logIn(BERT), { commandId })
      await upstream.until(() => upstream.calls.includes("POST /login"))
      const again = await browser.command(visit, logIn(BERT), { commandId })
      expect([again.status, again.retryAfter]).toEqual([409, "1"])
      release()
      expect((await running).status).toBe(202)
    })
    it("tells a browser without a cookie so, and one with a worthless cookie that nobody is logged in [COOKIE-01]", async () => {
      const labelOf = async (cookie: string) =>
        (await browser.command(visit, logIn(ANNA), { cookie })).body["label"]
      expect(await labelOf("theme=dark")).toBe("request.noCookie")
      expect(await labelOf(`auth=${"A".repeat(43)}`)).toBe("request.unauthenticated")
    })
    it("lets the cookie before a log-in repeat that log-in, attach, and do nothing else", async () => {
      const before = browser.cookie
      const commandId = randomUUID()
      const first = await browser.command(visit, logIn(ANNA), { commandId })
      expect(browser.cookie).not.toBe(before)
      const again = await browser.command(visit, logIn(ANNA), { commandId, cookie: before })
      expect(again.body).toEqual(first.body)
      for (const command of [{ _tag: "LogOut" } as const, logIn(BERT)]) {
        expect((await browser.command(visit, command, { cookie: before })).status).toBe(401)
      }
      const reader = await attach({ visit, epoch: String(first.body["epoch"]), seq: "1" }, before)
      expect(reader.tags).toContain("LoggedIn")
    })
  })

  describe("log-in", () => {
    it("tells who is logged in, with the command as cause, before the answer arrives, then the member's profile [AUTH-02, AUTH-05, AUTH-06, API-009]", async () => {
      const commandId = randomUUID()
      upstream.script("GET /basic-info", {
        status: 200,
        body: {
          username: "anna",
          email: ANNA.email,
          credits: 120,
          verified: true,
          lander: "l7",
          endUserText: null,
        },
      })
      const { body } = await browser.command(visit, logIn(ANNA), { commandId })
      const loggedIn = await stream.event("LoggedIn")
      expect(loggedIn).toMatchObject({ cause: commandId, scope: "owner" })
      expect(loggedIn.seq).toBeLessThanOrEqual(Number(body["seq"]))
      expect(loggedIn.event).toMatchObject({ memberId: ANNA.id })
      expect(upstream.last("POST /login").body).toEqual({
        email: ANNA.email,
        password: ANNA.password,
      })
      expect((await stream.event("MemberLoaded")).event).toMatchObject({
        username: "anna",
        capName: "Anna",
        email: ANNA.email,
        lander: "l7",
      })
      expect((await stream.event("CreditsChanged")).event).toMatchObject({ credits: 120 })
    })
    it("asks for the basic info, and for the balance once the member socket listens [API-014, API-015]", async () => {
      const info = { username: "anna", email: ANNA.email, credits: 7, verified: false }
      const body = { ...info, lander: "spring", endUserText: "Tot straks." }
      upstream.script("GET /basic-info", { status: 200, body })
      upstream.script("GET /credits", { status: 200, body: { credits: 4_242 } })
      await enter()
      expect((await stream.event("MemberLoaded")).event).toMatchObject({
        username: "anna",
        email: ANNA.email,
        verified: false,
        lander: "spring",
        endUserText: "Tot straks.",
      })
      expect((await stream.event("CreditsChanged")).event).toMatchObject({ credits: 7 })
      expect(upstream.last("GET /basic-info")).toMatchObject({ query: { lang: "nl" }, body: {} })
      await stream.until(() => stream.events.some(({ event }) => event["credits"] === 4_242))
      expect(upstream.last("GET /credits")).toMatchObject({ query: { lang: "nl" }, body: {} })
    })
    it("keeps the bearer token away from the browser and from the log", async () => {
      await enter()
      expect(JSON.stringify(stream.frames)).not.toContain("signature")
    })
    it.each([
      ["notExists", { ...ANNA, email: "nobody@example.test" }],
      ["incorrectPassword", { ...BERT, password: "wrong1" }],
    ])("reports the upstream's label: %s [ERR-01] [ERR-03]", async (label, credentials) => {
      await browser.command(visit, logIn(credentials))
      expect((await stream.event("LogInRefused")).event).toEqual({ _tag: "LogInRefused", label })
    })
    it("says that the account was deleted, where the upstream does [ERR-02]", async () => {
      upstream.script("POST /login", { status: 400, body: { label: "deleted" } })
      await browser.command(visit, logIn({ ...BERT, email: "deleted@example.test" }))
      const { event, src } = await stream.event("LogInRefused")
      expect(event).toEqual({ _tag: "LogInRefused", label: "deleted" })
      expect(src.from).toBe("member-api")
    })
    it("asks the upstream no more after too many failures of one account", async () => {
      const credentials = { ...ANNA, email: "target@example.test" }
      for (let attempt = 0; attempt < 4; attempt++) {
        await browser.command(visit, logIn(credentials))
      }
      await stream.until(() => stream.tags.filter((tag) => tag === "LogInRefused").length === 4)
      const labels = stream.events.map(({ event }) => event["label"]).filter(Boolean)
      expect(labels).toEqual(["notExists", "notExists", "notExists", "tooManyAttempts"])
      expect(upstream.calls.filter((call) => call === "POST /login")).toHaveLength(3)
    })
    it("ends the session of the member before, when another logs in at the same computer", async () => {
      await enter(ANNA)
      await browser.command(visit, logIn(BERT))
      expect(await stream.end()).toBe(4401)
      expect((await stream.event("LoggedOut")).event).toMatchObject({ reason: "replaced" })
      const page = await browser.page()
      expect(page.events.find(({ event }) => event._tag === "LoggedIn")?.event).toMatchObject({
        memberId: BERT.id,
      })
    })
    it("logs the member out everywhere when the upstream refuses the token [AUTH-22]", async () => {
      await enter()
      const page = await browser.page()
      const other = await attach({ visit: page.visit, tab: "tab-2" }, browser.cookie)
      upstream.script("GET /credits", { status: 403, body: { label: "forbidden" } })
      upstream.cutSockets()
      expect(await stream.end()).toBe(4401)
      expect((await other.event("LoggedOut")).event).toMatchObject({ reason: "forbidden" })
    })
  })

  describe("registration", () => {
    const register: Command = { _tag: "Register", email: "new@example.test", password: "geheim3" }

    it("is followed by a log-in with the same credentials [AUTH-02, AUTH-38, API-005]", async () => {
      const email = "fresh@example.test"
      upstream.addMember({ id: "m-fresh", email, password: "geheim3", credits: 0 })
      upstream.script("POST /member", { status: 200, body: { id: "m-fresh" } })
      await browser.command(visit, { ...register, email })
      expect((await stream.event("LoggedIn")).event).toMatchObject({ memberId: "m-fresh" })
      expect(stream.tags.filter((tag) => /Registered|LoggedIn/u.test(tag))).toEqual([
        "MemberRegistered",
        "LoggedIn",
      ])
      const posts = upstream.calls.filter((call) => call.startsWith("POST "))
      expect(posts).toEqual(["POST /member", "POST /login"])
      expect(upstream.last("POST /login").body).toEqual({ email, password: "geheim3" })
    })
    it("finds out by the log-in whether an account was made, when nothing else says it", async () => {
      upstream.addMember({
        id: "m-new",
        email: "new@example.test",
        password: "geheim3",
        credits: 0,
      })
      upstream.script("POST /member", "cut")
      await browser.command(visit, register)
      await stream.event("LoggedIn")
      expect(stream.tags).toContain("MemberRegistered")
    })
    it("posts nothing again when neither the registration nor the log-in answers", async () => {
      upstream.script("POST /member", "cut")
      upstream.script("POST /login", "cut")
      await browser.command(visit, { ...register, email: "unsure@example.test" })
      expect((await stream.event("RegistrationRefused")).event).toMatchObject({
        label: "unavailable",
      })
      expect(upstream.calls.filter((call) => call === "POST /member")).toHaveLength(1)
    })
    it("refuses with the upstream's label and fields [ERR-05]", async () => {
      upstream.script("POST /member", {
        status: 400,
        body: { label: "emailExists", fields: [{ field: "email", label: "emailExists" }] },
      })
      await browser.command(visit, register)
      expect((await stream.event("RegistrationRefused")).event).toEqual({
        _tag: "RegistrationRefused",
        label: "emailExists",
        fields: [{ field: "email", label: "emailExists" }],
      })
    })
  })

  describe("payments", () => {
    it("opens a session and names the address for paying [WALLET-25, API-022]", async () => {
      await enter()
      await browser.command(visit, payment())
      expect((await stream.event("PaymentSessionOpened")).event).toMatchObject({
        paymentURL: expect.stringMatching(/^http:\/\/localhost:3001\//u),
      })
    })
    it("sends the device with a payment, and the fingerprint of a visitor who consented alone [WALLET-27, API-022]", async () => {
      await enter()
      const asked = {
        bundle: "3",
        paymentMethod: "10",
        returnUrl: `${gateway.url}/nl`,
        device: "desktop",
        lang: "nl",
        member: { username: "anna", email: ANNA.email },
      }
      await browser.command(visit, payment())
      expect(upstream.last("POST /payment/session").body).toEqual(asked)
      const fingerprint = "fingerprint-0003"
      const device = "mobile"
      await browser.command(visit, { ...payment(), fingerprint, device } as Command)
      expect(upstream.last("POST /payment/session").body).toEqual({ ...asked, device })
      consent(browser)
      await browser.command(visit, { ...payment(), fingerprint, device } as Command)
      expect(upstream.last("POST /payment/session").body).toEqual({ ...asked, fingerprint, device })
    })
    it("reports a session as unknown whose answer never came, and sends nothing again", async () => {
      await enter()
      upstream.script("POST /payment/session", "hang")
      await browser.command(visit, payment())
      await stream.event("PaymentSessionUnknown")
      expect(upstream.calls.filter((call) => call === "POST /payment/session")).toHaveLength(1)
    })
    it("sends nobody to a payment address on an unknown host", async () => {
      await enter()
      upstream.script("POST /payment/session", {
        status: 200,
        body: { sessionId: "s-evil", paymentURL: "https://evil.example/pay" },
      })
      await browser.command(visit, payment())
      await stream.event("PaymentSessionUnknown")
      expect(JSON.stringify(stream.frames)).not.toContain("evil.example")
    })
    it.each(["https://evil.example/nl", "/nl", "javascript:alert(1)"])(
      "accepts no way back to %s [WALLET-29]",
      async (returnUrl) => {
        await enter()
        await browser.command(visit, payment(returnUrl))
        expect((await stream.event("PaymentSessionRefused")).event).toMatchObject({
          label: "badRequest.returnUrl",
        })
        expect(upstream.calls).not.toContain("POST /payment/session")
      },
    )
    it("ends a check of an open payment without a fact, and of a paid one with it", async () => {
      await enter()
      await browser.command(visit, payment())
      const { event } = await stream.event("PaymentSessionOpened")
      const sessionId = String(event["sessionId"])
      const check: Command = { _tag: "CheckPayment", sessionId }
      const open = await browser.command(visit, check)
      expect(open.status).toBe(202)
      // No upstream path other than a payment's is requested.
      for (const up of ["..", "."]) {
        await browser.command(visit, { _tag: "CheckPayment", sessionId: up })
      }
      expect(
        upstream.calls.filter((call) => /^GET \/payment\/(?:session\/)?$/u.test(call)),
      ).toEqual([])
      expect(stream.tags).not.toContain("BundleBought")
      upstream.payments.set(sessionId, {
        sessionId,
        state: "paid",
        bundleId: 3,
        credits: 600,
        amount: 999,
        transactionId: "t-1",
      })
      await browser.command(visit, check)
      expect((await stream.event("BundleBought")).event).toMatchObject({ credits: 600 })
    })
    it("asks for open payments again when the member socket comes back", async () => {
      await enter()
      await browser.command(visit, payment())
      const { event } = await stream.event("PaymentSessionOpened")
      const sessionId = String(event["sessionId"])
      upstream.payments.set(sessionId, { sessionId, state: "failed", reasonCode: 309 })
      upstream.cutSockets()
      expect((await stream.event("PaymentFailed")).event).toEqual({
        _tag: "PaymentFailed",
        sessionId,
        reasonCode: 309,
      })
    })
  })

  it("discards a balance that an event has overtaken, and asks again", async () => {
    await enter()
    let release = () => undefined as void
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    await stream.until(() => stream.tags.filter((tag) => tag === "CreditsChanged").length >= 2)
    upstream.calls.length = 0
    // A stale answer: the event overtakes it.
    upstream.script("GET /credits", { status: 200, body: { credits: 1 }, after: gate })
    const page = await browser.page()
    const other = await attach({ visit: page.visit, tab: "tab-2" }, browser.cookie)
    await upstream.until(() => upstream.calls.includes("GET /credits"))
    upstream.members.get(ANNA.id)!.credits = 999
    upstream.emit(ANNA.id, "updated-credits", { credits: 999 })
    await other.until(() => other.events.some(({ event }) => event["credits"] === 999))
    release()
    await upstream.until(() => upstream.calls.filter((call) => call === "GET /credits").length >= 2)
    await other.until(
      () => other.events.filter(({ event }) => event["credits"] === 999).length >= 2,
    )
    expect(other.events.some(({ event }) => event["credits"] === 1)).toBe(false)
    upstream.members.get(ANNA.id)!.credits = 120
  })

  it("goes on after a restart: sessions, visits and positions are where they were", async () => {
    await enter()
    const head = stream.positions.at(-1) ?? 0
    const { epoch } = await stream.first("hello")
    await gateway.close()
    gateway = await startGateway({
      upstream: upstream.url,
      dataDir: gateway.dataDir,
      environment: {
        MEMBER_API_WRITE_TIMEOUT_MS: "2000",
        RATE_FAILED_LOG_INS_PER_ACCOUNT: "3/15m",
      },
    })
    const again = await attach({ visit, epoch, seq: String(head) }, browser.cookie)
    expect(await again.first("resumed")).toMatchObject({ from: head + 1 })
    upstream.members.get(ANNA.id)!.credits = 321
    await upstream.heard(ANNA.id)
    upstream.emit(ANNA.id, "setCredits", { credits: 321 })
    await again.until(() => again.events.some(({ event }) => event["credits"] === 321))
    upstream.members.get(ANNA.id)!.credits = 120
  })
})
