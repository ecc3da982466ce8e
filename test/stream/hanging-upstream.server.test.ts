/**
 * An upstream that accepts connections and never answers. Its timeout here is far longer than a test may last, so
 * anything that arrives did not wait for it.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { AccountScene } from "../support/account-scene.ts"
import type { TestTab, TestTabs } from "../support/test-tabs.ts"
import type { ScriptedMember, ScriptedUpstream } from "../support/scripted-upstream.ts"
import { WebSocketReader } from "../support/stream-reader.ts"

const infoOf = ({ email }: ScriptedMember) => ({
  username: "anna",
  email,
  credits: 7,
  verified: true,
  lander: null,
  endUserText: null,
})

describe("while the upstream does not answer", () => {
  let scene: AccountScene
  let upstream: ScriptedUpstream
  let tabs: TestTabs
  let anna: ScriptedMember

  beforeAll(async () => {
    scene = await AccountScene.start({ MEMBER_API_READ_TIMEOUT_MS: "120000" })
    ;({ upstream, tabs } = scene)
  })
  beforeEach(() => {
    anna = scene.member("anna")
  })
  afterEach(() => scene.clear())
  afterAll(() => scene.stop())

  const WITHOUT_PROFILE = ["LoggedIn", "MemberRefused", "SourceInterrupted"]

  it("a member's page comes, and says what is not known", async () => {
    const { browser } = await tabs.member(anna)
    upstream.standIn = "hang"
    const page = await browser.page()
    expect(page.events.map(({ event }) => event._tag)).toEqual(["VisitStarted", ...WITHOUT_PROFILE])
  })

  it("a stream is greeted, and told the profile when it comes", async () => {
    const { browser } = await tabs.member(anna)
    let answer = () => undefined as void
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const late = { status: 200, body: infoOf(anna), after: answered }
    upstream.script("GET /basic-info", late, late)
    const stream = await tabs.attach(browser, {})
    expect(stream.tags).toEqual(["VisitStarted", ...WITHOUT_PROFILE])
    answer()
    expect((await stream.event("MemberLoaded")).event).toMatchObject({ username: "anna" })
    expect((await stream.event("SourceRestored")).event).toMatchObject({ source: "member-api" })
  })

  it("a document that connects again is given the visit that it was given before", async () => {
    const { browser } = await tabs.member(anna)
    upstream.standIn = "hang"
    const begun: Array<string> = []
    for (let tries = 0; tries < 3; tries++) {
      const stream = await tabs.attach(browser, { visit: "v_lost-with-its-gateway", tab: "t" })
      const { visit } = await stream.first("hello")
      expect(await stream.first("reset")).toMatchObject({ was: "v_lost-with-its-gateway" })
      expect(stream.tags[0]).toBe("StreamReset")
      expect(stream.positions[0]).toBe(1)
      begun.push(visit)
      stream.close()
    }
    expect(new Set(begun).size).toBe(1)
    const other = await tabs.attach(browser, { visit: "v_lost-with-its-gateway", tab: "u" })
    expect(begun).not.toContain((await other.first("hello")).visit)
  })
})

describe("while a member's stream waits for the upstream", () => {
  let scene: AccountScene
  beforeAll(async () => {
    scene = await AccountScene.start({
      MEMBER_API_PATIENCE_MS: "120000",
      MEMBER_API_READ_TIMEOUT_MS: "120000",
    })
  })
  afterAll(() => scene.stop())

  const metric = async (name: string) => {
    const url = new URL("/metrics", scene.gateway.url)
    const text = await (await fetch(url, { headers: { Connection: "close" } })).text()
    return Number(new RegExp(`^${name} (\\d+)$`, "mu").exec(text)?.[1])
  }
  const until = async (holds: (sockets: number) => boolean) => {
    while (!holds(await metric("foldcast_open_sockets")));
  }

  it("its document's tries are given one visit, and none is begun for one that has left", async () => {
    const { upstream, tabs } = scene
    const anna = scene.member("anna")
    const { browser } = await tabs.member(anna)
    const visits = await metric("foldcast_live_visits")
    // The query's socket and the member's stream; a keep-alive connection would close in the middle of the test.
    const sockets = 2
    await until((count) => count === sockets)
    let answer = () => undefined as void
    const after = new Promise<void>((resolve) => {
      answer = resolve
    })
    const late = { status: 200, body: infoOf(anna), after }
    upstream.script("GET /basic-info", late, late, late)
    const asked = upstream.calls.length
    const open = (query: Readonly<Record<string, string>>) =>
      new WebSocketReader({ url: scene.gateway.url, query, cookie: browser.cookie })

    const gone = open({ tab: "gone" })
    await upstream.until(() => upstream.calls.includes("GET /basic-info", asked))
    gone.close()
    await until((count) => count <= sockets)
    const tries = [1, 2].map(() => open({ tab: "t", visit: "v_lost-with-its-gateway" }))
    await until((count) => count >= sockets + tries.length)
    answer()
    const greeted = await Promise.all(tries.map((reader) => reader.first("hello")))
    expect(greeted[0]?.visit).toBe(greeted[1]?.visit)
    expect(await metric("foldcast_live_visits")).toBe(visits + 1)
    for (const reader of tries) reader.close()
  })
})

describe("payments with an unknown end", () => {
  let scene: AccountScene
  let upstream: ScriptedUpstream
  let tabs: TestTabs

  beforeAll(async () => {
    scene = await AccountScene.start()
    ;({ upstream, tabs } = scene)
  })
  afterEach(() => scene.clear())
  afterAll(() => scene.stop())

  const STATE = "GET /payment/session/{id}"
  const asked = () => upstream.calls.filter((call) => call === STATE).length

  /** A visit that has opened that many payments. */
  const payer = async (payments: number): Promise<TestTab> => {
    const here = await tabs.member(scene.member("anna"))
    for (let opened = 0; opened < payments; opened++) {
      await here.ask({
        _tag: "OpenPaymentSession",
        bundleId: "3",
        paymentMethod: "10",
        returnUrl: `${scene.gateway.url}/nl`,
        device: "desktop",
      })
    }
    upstream.calls.length = 0
    return here
  }

  const back = async ({ browser, visit, stream }: TestTab) => {
    const { epoch } = await stream.first("hello")
    return tabs.attach(browser, { visit, epoch, seq: String(stream.positions.at(-1)) })
  }
  const gate = () => {
    let open = () => undefined as void
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    return { opened, open: () => open() }
  }
  const noStreams = async () => {
    for (let text = ""; !/^foldcast_connections\{transport="websocket"\} 0$/mu.test(text);) {
      text = await (await fetch(new URL("/metrics", scene.gateway.url))).text()
    }
  }

  /** The newest payment is paid without a notice: a query of its state leads to `BundleBought`. */
  const payNewest = () => {
    const [sessionId = ""] = [...upstream.payments.keys()].slice(-1)
    upstream.payments.set(sessionId, {
      sessionId,
      state: "paid",
      bundleId: "3",
      credits: 100,
      amount: 1_000,
      transactionId: `tx-${sessionId}`,
    })
  }
  /** The first query after a payment is answered only when the gate opens. */
  const holdFirst = () => {
    const held = gate()
    upstream.script(STATE, { status: 500, body: {}, after: held.opened })
    return held
  }
  const goneOn = async ({ browser, visit }: TestTab) => {
    for (let times = 0; times < 3; times++) await browser.command(visit, { _tag: "LoadWallet" })
  }

  it("are asked about when a browser is back, the newest five of them", async () => {
    const here = await payer(8)
    payNewest()
    const stream = await back(here)
    await stream.event("BundleBought")
    expect(asked()).toBe(5)
  })

  it("are asked about one after the other, however often the browser comes back meanwhile", async () => {
    const here = await payer(3)
    const held = holdFirst()
    for (let times = 1; times <= 3; times++) {
      const before = upstream.calls.length
      await back(here)
      await upstream.until(() => upstream.calls.includes("GET /favourite", before))
    }
    await goneOn(here)
    expect(asked()).toBe(1)
    held.open()
    // First the retry of the query that was held and failed, then the two others, then all three once more.
    await upstream.until(() => asked() === 7)
    await goneOn(here)
    expect(asked()).toBe(7)
  })

  it("are asked about no more when the browser has left", async () => {
    const here = await payer(5)
    const held = holdFirst()
    const stream = await back(here)
    await upstream.until(() => asked() === 1)
    here.stream.close()
    stream.close()
    await noStreams()
    held.open()
    await upstream.until(() => asked() === 2)
    await goneOn(here)
    expect(asked()).toBe(2)
  })
})
