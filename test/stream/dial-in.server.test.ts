/** Paying by a phone call over the real stream: what a guest asks, what is told of the call, and what ends it. */
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { consent } from "../support/member-browser.ts"
import { AccountScene } from "../support/account-scene.ts"
import type { Script } from "../support/scripted-upstream.ts"
import type { TestTab } from "../support/test-tabs.ts"

const NUMBERS = [
  {
    id: "be",
    options: [
      { number: "0907-12345", tariff: "1.00" },
      { number: "0906-12345", tariff: "0.50" },
    ],
    image: "https://images.example/be.svg",
  },
  { id: "NL", options: [{ number: "0906-1234", tariff: "0.80", maximum: 4_800 }] },
  // Amusement: not for this.
  { id: "DE", options: [{ number: "0909-1234", tariff: "0.80" }] },
]
const SESSION = {
  session: "ivr_1",
  callednumber: "09061234",
  displaynumber: "0906-1234",
  tariff: "0.80",
  ttl: 60,
  flag: "nl",
}
const PIN = "4711"
const MOST_WRONG = 12

describe("a guest who pays by phone", () => {
  let scene: AccountScene
  let tab: TestTab
  let token: string
  let session: string
  let START: { _tag: "StartDialIn"; session: string; pin: string }
  /** Stands for the call at the scripted member socket. */
  let caller: string

  /** Who is asked in which country an address is. */
  const located: Array<string> = []
  let country = "be"
  const geo = createServer((request, response) => {
    located.push(request.url ?? "")
    response.end(JSON.stringify({ country_code: country }))
  })

  beforeAll(async () => {
    geo.listen(0, "127.0.0.1")
    await once(geo, "listening")
    const { port } = geo.address() as AddressInfo
    scene = await AccountScene.start({
      MEMBER_API_WRITE_TIMEOUT_MS: "2000",
      TRUSTED_PROXIES: "127.0.0.1",
      // Fewer than the right ones in these tests, which are not counted.
      RATE_WRONG_PINS_PER_ADDRESS: `${MOST_WRONG}/1h`,
      GEO_URL: `http://127.0.0.1:${port}/{ip}`,
    })
  })
  beforeEach(async () => {
    located.length = 0
    country = "be"
    session = `ivr_${scene.turn}`
    START = { _tag: "StartDialIn", session, pin: PIN }
    caller = scene.member("caller").id
    token = scene.upstream.tokenOf(caller)
    tab = await scene.tabs.guest()
  })
  afterEach(() => scene.clear())
  afterAll(async () => {
    await scene.stop()
    geo.close()
  })

  const answers = (call: string, body: unknown, status = 200) =>
    scene.upstream.script(call, { status, body })
  const states = (of: TestTab = tab) =>
    of.stream.events.flatMap(({ event }) =>
      event._tag === "DialInStateChanged" ? [String(event["state"])] : [],
    )
  const post = (command: object, headers: Record<string, string> = {}) =>
    fetch(new URL("/api/commands", scene.gateway.url), {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-Foldcast": "1",
        Origin: scene.gateway.url,
        Cookie: tab.browser.cookie ?? "",
        ...headers,
      },
      body: JSON.stringify({ commandId: randomUUID(), visit: tab.visit, command }),
    })
  const pending = (times = 1) => {
    for (let time = 0; time < times; time += 1) answers("GET /verify/dial-in", { state: "pending" })
  }
  const begin = async () => {
    answers("POST /payment/dial-in", { username: "anon1234567", token })
    pending()
    const { event } = await tab.ask(START)
    expect(event).toEqual({ _tag: "DialInStarted", session, username: "anon1234567" })
    await scene.upstream.heard(caller)
    // A connected socket asks once; what a test answers next is for later.
    await expect.poll(() => scene.upstream.calls).toContain("GET /verify/dial-in")
  }
  const says = (state: string, more: object = {}) =>
    scene.upstream.emit(caller, "dial-in-status", { session, state, ...more })

  it("is told the numbers that the law allows, the first of each country, and no others [DIALIN-08, DIALIN-30, API-024, API-027]", async () => {
    answers("GET /payment/dial-in", NUMBERS)
    const { event, scope } = await tab.ask({ _tag: "ListDialInNumbers" })
    expect(scope).toBe("owner")
    expect(event["numbers"]).toEqual([
      { country: "NL", number: "0906-1234", tariffCents: 80, maxCents: 4_800 },
      { country: "BE", number: "0907-12345", tariffCents: 100 },
    ])
    expect(scene.upstream.last("GET /payment/dial-in").query).toMatchObject({ provider: "paynl" })
  })

  it("has their own country's number first where they consented; nobody is asked about who did not [DIALIN-31]", async () => {
    const countries = async () => {
      answers("GET /payment/dial-in", NUMBERS)
      const { event } = await tab.ask({ _tag: "ListDialInNumbers" })
      return (event["numbers"] as ReadonlyArray<{ country: string }>).map((one) => one.country)
    }
    expect(await countries()).toEqual(["NL", "BE"])
    expect(located).toEqual([])
    consent(tab.browser)
    expect(await countries()).toEqual(["BE", "NL"])
    expect(located).toEqual(["/127.0.0.1"])
    country = "fr"
    expect(await countries()).toEqual(["NL", "BE"])
  })

  it("calls their own country where they consented and it has a number, the Netherlands else, and before all the one they choose [DIALIN-31]", async () => {
    const asked = async (chosen?: "DE") => {
      answers("GET /payment/ivr", SESSION)
      await tab.ask({ _tag: "OpenIvrSession", ...(chosen !== undefined && { country: chosen }) })
      return scene.upstream.last("GET /payment/ivr").query["country"]
    }
    expect(await asked()).toBe("NL")
    expect(located).toEqual([])
    consent(tab.browser)
    expect(await asked()).toBe("BE")
    expect(await asked("DE")).toBe("DE")
    expect(located).toEqual(["/127.0.0.1"])
    country = "fr"
    expect(await asked()).toBe("NL")
  })

  it("is offered no number without a tariff that can be read, neither in the list nor to call [DIALIN-33]", async () => {
    const [belgian] = NUMBERS
    const unreadable = { number: "0906-1234", tariff: "gratis" }
    const refused = () => scene.logged.filter((line) => line.includes("is not offered"))
    answers("GET /payment/dial-in", [belgian, { id: "NL", options: [unreadable] }])
    const { event } = await tab.ask({ _tag: "ListDialInNumbers" })
    expect(event["numbers"]).toEqual([expect.objectContaining({ country: "BE" })])
    await expect.poll(refused).toEqual([expect.stringMatching(/NL[^]*tariff/u)])
    answers("GET /payment/ivr", { ...SESSION, tariff: "gratis" })
    await tab.browser.command(tab.visit, { _tag: "OpenIvrSession" })
    await expect.poll(refused).toHaveLength(2)
    answers("GET /payment/dial-in", [belgian])
    await tab.ask({ _tag: "ListDialInNumbers" })
    expect(tab.stream.tags).not.toContain("IvrSessionOpened")
  })

  it("dials no other number than the one that is shown, in whatever spelling", async () => {
    answers("GET /payment/ivr", { ...SESSION, callednumber: "+31 906-1234" })
    expect((await tab.ask({ _tag: "OpenIvrSession" })).event["calledNumber"]).toBe("+31 906-1234")
    for (const callednumber of ["0906-12345", "+881612345678", "*21*0906#"]) {
      answers("GET /payment/ivr", { ...SESSION, callednumber })
      await tab.browser.command(tab.visit, { _tag: "OpenIvrSession" })
    }
    const refused = () => scene.logged.filter((line) => line.includes("shown as another one"))
    await expect.poll(refused).toHaveLength(3)
    expect(tab.heard("IvrSessionOpened")).toBe(1)
  })

  it("is told a session with its number, for so long [DIALIN-05, API-025]", async () => {
    answers("GET /payment/ivr", SESSION)
    const other = await scene.tabs.guest("/?p=partner1&click_id=c-1")
    consent(other.browser)
    const { event, at } = await other.ask({
      _tag: "OpenIvrSession",
      country: "NL",
      fingerprint: "fp_12345678",
    })
    expect(event).toMatchObject({ session: "ivr_1", calledNumber: "09061234", tariffCents: 80 })
    expect(Number(event["expiresAt"])).toBeLessThanOrEqual(at + 60_000)
    expect(scene.upstream.last("GET /payment/ivr").query).toMatchObject({
      country: "NL",
      p: "partner1",
      click_id: "c-1",
      fingerprint: "fp_12345678",
    })
  })

  it("costs 0.80 a minute, for 60 seconds and in the Netherlands, where nothing else is told [DIALIN-06]", async () => {
    const { session: opened, callednumber, displaynumber } = SESSION
    answers("GET /payment/ivr", { session: opened, callednumber, displaynumber })
    const { event } = await tab.ask({ _tag: "OpenIvrSession" })
    expect(event).toMatchObject({ tariffCents: 80, country: "NL" })
    expect(Number(event["expiresAt"]) - Date.now()).toBeGreaterThan(50_000)
  })

  it("has a cookie of the call for 30 days, SameSite Lax, that goes with the call [STORE-08]", async () => {
    const cookieOf = async (command: object) => {
      const response = await post(command)
      return response.headers.getSetCookie().find((cookie) => cookie.startsWith("dial-in="))
    }
    answers("POST /payment/dial-in", { username: "anon1234567", token })
    pending()
    expect(await cookieOf(START)).toBe(
      "dial-in=pending; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax",
    )
    answers("DELETE /payment/dial-in", {})
    answers("GET /verify/dial-in", { state: "ended" })
    expect(await cookieOf({ _tag: "EndDialIn" })).toContain("Max-Age=0")
  })

  it("hears nothing where there are no numbers; the log says why [ERR-16]", async () => {
    answers("GET /payment/dial-in", { label: "unavailable" }, 503)
    answers("GET /payment/ivr", { label: "notFound" }, 404)
    for (const command of [{ _tag: "ListDialInNumbers" }, { _tag: "OpenIvrSession" }] as const) {
      expect((await tab.browser.command(tab.visit, command)).status).toBe(202)
    }
    const logged = () => scene.logged.join("\n")
    await expect.poll(logged).toContain("there are no numbers to call")
    await expect.poll(logged).toContain("there is no number to call")
    // What was told before it is told by now.
    answers("GET /payment/dial-in", [])
    await tab.ask({ _tag: "ListDialInNumbers" })
    expect(tab.stream.tags.filter((tag) => tag === "DialInNumbersListed")).toHaveLength(1)
    expect(tab.stream.tags).not.toContain("IvrSessionOpened")
  })

  it("starts a call by the PIN, under a drawn name, for this browser alone [DIALIN-01, API-023]", async () => {
    await begin()
    const { body, headers } = scene.upstream.last("POST /payment/dial-in")
    expect(body).toMatchObject({ session, pincode: PIN, provider: "paynl" })
    expect(body["username"]).toMatch(/^anon\d{7}$/u)
    expect(headers["authorization"]).toBeUndefined()
    // Whom the upstream counts wrong ones of.
    expect(headers["x-client-address"]).toBe("127.0.0.1")
    const other = await scene.tabs.guest()
    answers("POST /payment/dial-in", { label: "notFound.session" }, 404)
    await other.ask(START)
    const viewers = scene.upstream.received
      .filter(({ call }) => call === "POST /payment/dial-in")
      .map((call) => call.body["viewer"])
    expect(new Set(viewers).size).toBe(2)
  })

  it("starts it with what the link carried, and with the fingerprint of who consented [API-023]", async () => {
    const meta = { p: "partner1", click_id: "c-1" }
    tab = await scene.tabs.guest("/?p=partner1&click_id=c-1")
    answers("POST /payment/dial-in", { label: "badRequest.pincode" }, 400)
    await tab.ask({ ...START, fingerprint: "fp_12345678" })
    const { body } = scene.upstream.last("POST /payment/dial-in")
    expect(body["meta"]).toEqual(meta)
    expect(body).not.toHaveProperty("fingerprint")
    consent(tab.browser)
    answers("POST /payment/dial-in", { label: "badRequest.pincode" }, 400)
    await tab.ask({ ...START, fingerprint: "fp_12345678" })
    expect(scene.upstream.last("POST /payment/dial-in").body).toMatchObject({
      meta,
      fingerprint: "fp_12345678",
    })
  })

  it("is refused for a wrong PIN and for a lost session, each in its word, and after five tries without asking [DIALIN-27, DIALIN-28, ERR-15]", async () => {
    answers("POST /payment/dial-in", { label: "badRequest.pincode" }, 400)
    expect((await tab.ask(START)).event["label"]).toBe("badRequest.pincode")
    answers("POST /payment/dial-in", { label: "notFound.session" }, 404)
    expect((await tab.ask(START)).event["label"]).toBe("notFound.session")
    const guesser = { ...START, session: `ivr_guessed_${scene.turn}` }
    for (let tries = 0; tries < 5; tries += 1) {
      answers("POST /payment/dial-in", { label: "badRequest.pincode" }, 400)
      await tab.ask(guesser)
    }
    const asked = scene.upstream.calls.length
    expect((await tab.ask(guesser)).event["label"]).toBe("tooManyAttempts")
    expect(scene.upstream.calls).toHaveLength(asked)
  })

  it("is asked for no more after so many wrong PINs from one address, for however many numbers, and nothing else counts as one", async () => {
    const asked = () => scene.upstream.calls.filter((call) => call === "POST /payment/dial-in")
    const typed = async (number: number, label?: string) => {
      if (label !== undefined) answers("POST /payment/dial-in", { label }, 400)
      const command = { ...START, session: `ivr_address_${number}` }
      const { status } = await post(command, { "X-Forwarded-For": "192.0.2.9" })
      expect(status).toBe(202)
    }
    for (let number = 0; number < MOST_WRONG; number += 1) {
      await typed(number, "notFound.session")
      await typed(number, "badRequest.pincode")
    }
    expect(asked()).toHaveLength(2 * MOST_WRONG)
    await typed(MOST_WRONG)
    expect(asked()).toHaveLength(2 * MOST_WRONG)
  })

  it.each<readonly [string, Script, string]>([
    ["an answer of 500", { status: 500, body: {} }, "outcomeUnknown"],
    ["an answer of 503", { status: 503, body: { label: "unavailable" } }, "unavailable"],
    ["no answer", "cut", "outcomeUnknown"],
  ])("is refused the PIN by %s, and begins no call [DIALIN-28]", async (_, answer, label) => {
    scene.upstream.script("POST /payment/dial-in", answer)
    expect((await tab.ask(START)).event).toEqual({ _tag: "DialInRefused", label })
    expect(tab.stream.tags).not.toContain("DialInStarted")
  })

  it("leaves the PIN in no log and in no fact", async () => {
    await begin()
    answers("POST /payment/dial-in", { label: "badRequest.pincode" }, 400)
    await tab.ask({ ...START, session: `ivr_log_${scene.turn}`, pin: "9876" })
    // Not the facts' ids and times, in which any four digits occur.
    const facts = JSON.stringify(tab.stream.events.map(({ event }) => event))
    for (const told of [facts, ...scene.logged]) expect(told).not.toMatch(/\b(?:4711|9876)\b/u)
  })

  it("is told by the member socket and by asking alike, whichever comes first, in every tab, and an unknown state is logged [API-026, API-067, API-098, DIALIN-10, DIALIN-16]", async () => {
    await begin()
    pending()
    const other = await scene.tabs.tab(tab.browser)
    says("in-call")
    await tab.stream.until(() => states().includes("in_call"))
    await other.stream.until(() => states(other).includes("in_call"))
    answers("GET /verify/dial-in", { state: "in_call", seconds: 3, cents: 4 })
    const { event } = await tab.ask({ _tag: "CheckDialIn" })
    expect(event).toEqual({
      _tag: "DialInStateChanged",
      session,
      state: "in_call",
      seconds: 3,
      cents: 4,
    })
    const { query, headers } = scene.upstream.last("GET /verify/dial-in")
    expect(query).toMatchObject({ session })
    expect(headers["authorization"]).toBe(`Bearer ${token}`)
    says("ringing")
    const unknown = () => scene.logged.filter((line) => line.includes("unknown state"))
    await expect.poll(unknown).toHaveLength(1)
    answers("GET /verify/dial-in", { state: "on hold" })
    await tab.browser.command(tab.visit, { _tag: "CheckDialIn" })
    expect(unknown()).toHaveLength(2)
    says("ended", { seconds: 60, cents: 80 })
    await tab.stream.until(() => states().includes("ended"))
    expect(states()).toEqual(["pending", "in_call", "in_call", "ended"])
  })

  it("is asked about again after the member socket was lost [API-068]", async () => {
    await begin()
    // The callers of earlier tests have lost theirs too, and ask for their own calls.
    for (let times = 0; times < 20; times += 1) answers("GET /verify/dial-in", { state: "in_call" })
    scene.upstream.cutSockets()
    await tab.stream.until(() => states().includes("in_call"))
  })

  it("finds the call again in a page that is loaded anew, and not once it is over [DIALIN-20, DIALIN-21]", async () => {
    const { events: before } = await tab.browser.page()
    expect(before.some(({ event }) => event._tag.startsWith("DialIn"))).toBe(false)
    await begin()
    says("in_call")
    await tab.stream.until(() => states().includes("in_call"))
    const { events } = await tab.browser.page()
    expect(events.map(({ event }) => event)).toContainEqual({
      _tag: "DialInStateChanged",
      session,
      state: "in_call",
    })
    says("ended")
    await tab.stream.until(() => states().includes("ended"))
    const { events: after } = await tab.browser.page()
    expect(after.some(({ event }) => event._tag.startsWith("DialIn"))).toBe(false)
  })

  it("keeps the call over a restart of the gateway, and asks anew what became of it [DIALIN-21]", async () => {
    await begin()
    await scene.restart(() => undefined)
    answers("GET /verify/dial-in", { state: "in_call" })
    const browser = scene.tabs.reconnected(tab.browser)
    const back = await scene.tabs.tab(browser)
    await back.stream.until(() => states(back).includes("in_call"))
  })

  it("may hang up on the page, also where nobody answers that", async () => {
    await begin()
    scene.upstream.script("DELETE /payment/dial-in", "cut", { status: 200, body: {} })
    answers("GET /verify/dial-in", { label: "unavailable" }, 503)
    const { event } = await tab.ask({ _tag: "EndDialIn" })
    expect(event["state"]).toBe("ended")
    // What got lost is asked again; the page's call is over meanwhile.
    const hangUps = () =>
      scene.upstream.calls.filter((call) => call === "DELETE /payment/dial-in").length
    await expect.poll(hangUps).toBe(2)
    const asked = scene.upstream.calls.length
    expect((await tab.browser.command(tab.visit, { _tag: "CheckDialIn" })).status).toBe(202)
    expect(scene.upstream.calls).toHaveLength(asked)
  })

  it("whose PIN is accepted while they log in in another tab has hung up, and is a member [AUTH-14]", async () => {
    const anna = scene.member("anna")
    const other = await scene.tabs.tab(tab.browser)
    const { promise: after, resolve: accept } = Promise.withResolvers<void>()
    const body = { username: "anon0000001", token }
    scene.upstream.script("POST /payment/dial-in", { status: 200, body, after })
    const starting = tab.browser.command(tab.visit, START)
    await expect.poll(() => scene.upstream.calls).toContain("POST /payment/dial-in")
    await other.ask({ _tag: "LogIn", email: anna.email, password: anna.password })
    answers("DELETE /payment/dial-in", {})
    accept()
    await starting
    await expect.poll(() => scene.upstream.calls).toContain("DELETE /payment/dial-in")
    expect(scene.upstream.last("DELETE /payment/dial-in").headers["authorization"]).toBe(
      `Bearer ${token}`,
    )
    expect(other.stream.tags).not.toContain("DialInStarted")
  })

  it("ends the call by logging in, before anything is charged for both [AUTH-14]", async () => {
    await begin()
    const anna = scene.member("anna")
    answers("DELETE /payment/dial-in", {})
    answers("GET /verify/dial-in", { state: "ended", seconds: 30, cents: 40 })
    await tab.ask({ _tag: "LogIn", email: anna.email, password: anna.password })
    const tags = tab.stream.events.map(({ event }) => event)
    const ended = tags.findIndex(
      ({ _tag, ...event }) => "state" in event && event["state"] === "ended",
    )
    const loggedIn = tags.findIndex(({ _tag }) => _tag === "LoggedIn")
    expect(ended).toBeGreaterThan(-1)
    expect(ended).toBeLessThan(loggedIn)
    const { headers } = scene.upstream.last("DELETE /payment/dial-in")
    expect(headers["authorization"]).toBe(`Bearer ${token}`)
  })

  it("goes on where a log-in is refused [AUTH-14]", async () => {
    await begin()
    await tab.ask({ _tag: "LogIn", email: "nobody@example.test", password: "geheim1" })
    expect(scene.upstream.calls).not.toContain("DELETE /payment/dial-in")
    says("in_call")
    await tab.stream.until(() => states().includes("in_call"))
  })

  it("is nobody who is logged in: a member is told nothing, and starts nothing", async () => {
    const member = await scene.tabs.member(scene.member("ben"))
    const asked = scene.upstream.calls.length
    for (const command of [
      { _tag: "ListDialInNumbers" },
      { _tag: "OpenIvrSession" },
      { _tag: "CheckDialIn" },
      { _tag: "EndDialIn" },
    ] as const) {
      expect((await member.browser.command(member.visit, command)).status).toBe(202)
    }
    expect((await member.ask(START)).event["label"]).toBe("guestsOnly")
    expect(scene.upstream.calls.slice(asked).filter((call) => call.includes("dial-in"))).toEqual([])
  })

  it.each([["473"], ["47110"], ["47a1"], [""]])(
    "has no PIN such as %j [DIALIN-26]",
    async (pin) => {
      const { status } = await tab.browser.command(tab.visit, { ...START, pin })
      expect(status).toBe(400)
    },
  )
})
