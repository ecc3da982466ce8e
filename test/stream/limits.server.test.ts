/** Limits: how long a visit without a stream is kept, how much a browser may send, what a refusal contains. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { failureReference } from "@foldcast/contracts/reference"
import { removeDirectory, startGateway, type TestGateway } from "../support/gateway.ts"
import { TestBrowser } from "../support/member-browser.ts"
import { ScriptedUpstream } from "../support/scripted-upstream.ts"
import { WebSocketReader } from "../support/stream-reader.ts"

const TOKEN = "test-support-token-0000"
/** Long enough for a page to attach, even on a busy machine. */
const WINDOW_MS = 1_500

describe("the limits of a stream", () => {
  let upstream: ScriptedUpstream
  let gateway: TestGateway
  let browser: TestBrowser
  let visit: string
  let stream: WebSocketReader
  const readers: Array<WebSocketReader> = []

  const attach = async (query: Readonly<Record<string, string>>, of = browser) => {
    const reader = new WebSocketReader({
      url: gateway.url,
      query: { tab: "tab-1", ...query },
      cookie: of.cookie,
    })
    readers.push(reader)
    await reader.first("replayed")
    return reader
  }

  const found = async (reference: unknown) => {
    const response = await fetch(
      new URL(`/support/captures?reference=${String(reference)}`, gateway.url),
      { headers: { Authorization: `Bearer ${TOKEN}`, "X-Reason": "a test" } },
    )
    const { captures } = (await response.json()) as {
      readonly captures: ReadonlyArray<{ readonly visit: string }>
    }
    return captures.map((capture) => capture.visit)
  }

  beforeAll(async () => {
    upstream = await ScriptedUpstream.start()
    upstream.addMember({ id: "m-1", email: "m@example.test", password: "geheim1", credits: 1 })
    gateway = await startGateway({
      upstream: upstream.url,
      environment: {
        RESUME_WINDOW_MS: String(WINDOW_MS),
        RATE_FACTS_PER_OWNER: "20/1h",
        RATE_FACTS_PER_ADDRESS: "200/1h",
      },
    })
  })
  beforeEach(async () => {
    browser = new TestBrowser(gateway.url)
    visit = (await browser.page()).visit
    stream = await attach({ visit })
  })
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.close()
  })
  afterAll(async () => {
    await gateway.close()
    await upstream.close()
    await removeDirectory(gateway.dataDir)
  })

  it("end a visit that is gone for longer than the window, to the moment", async () => {
    const { epoch } = await stream.first("hello")
    stream.close()
    await stream.end()
    const gone = Date.now()
    while (Date.now() - gone < 1.1 * WINDOW_MS)
      await new Promise((resolve) => setImmediate(resolve))
    const again = await attach({ visit, epoch, seq: "1" })
    expect(again.frames[1]).toMatchObject({ k: "reset", reason: "evicted" })
  })

  it("close a stream that sends more than it may", async () => {
    for (let count = 0; count < 21; count++) stream.send({ k: "pong", seq: 1 })
    expect(await stream.end()).toBe(4008)
  })

  it("give a browser a new visit when its facts have no room in this one", async () => {
    const { visit: here, epoch, now } = await stream.first("hello")
    const fact = { n: 50_001, after: 1, at: now, fact: { _tag: "WalletOpened" } } as const
    stream.send({ k: "facts", visit: here, epoch, facts: [fact] })
    expect(await stream.end()).toBe(4010)
    const again = await attach({ visit, epoch, seq: "1" })
    expect(again.frames[1]).toMatchObject({ k: "reset", reason: "evicted" })
  })

  it("keep back what was wrong with a log-in [ERR-04]", async () => {
    for (const email of ["m@example.test", "nobody@example.test"]) {
      await browser.command(visit, { _tag: "LogIn", email, password: "wrong1" })
    }
    await stream.until(() => stream.tags.filter((tag) => tag === "LogInRefused").length === 2)
    const labels = stream.events.flatMap(({ event }) => event["label"] ?? [])
    expect(labels).toEqual(["invalidLogin", "invalidLogin"])
  })

  it("let support find a refused wallet by what the screen shows", async () => {
    await browser.command(visit, { _tag: "LoadWallet" }, { commandId: crypto.randomUUID() })
    await stream.until(() => stream.tags.includes("WalletRefused"))
    const refused = stream.events.find(({ event }) => event._tag === "WalletRefused")
    const reference = refused === undefined ? null : failureReference(refused)
    expect(reference).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/u)
    expect(await found(reference)).toEqual([visit])
  })

  it("give a reference that leads support to one's own visit, and never to another's", async () => {
    const commandId = "command-0001"
    await browser.command(visit, { _tag: "LoadWallet" }, { commandId })
    const own = await browser.command(visit, { _tag: "LogOut" }, { commandId })
    expect(await found(own.body["reference"])).toEqual([visit])
    const typed = String(own.body["reference"]).replace("-", "").toLowerCase()
    expect(await found(typed)).toEqual([visit])
    const stranger = new TestBrowser(gateway.url)
    await stranger.page()
    const foreign = await stranger.command(visit, { _tag: "LoadWallet" })
    expect(foreign.status).toBe(404)
    expect(await found(foreign.body["reference"])).toEqual([])
  })

  // The last, since it leaves nothing to this address.
  it("refuse an address that posts facts with invented cookies, before they are looked up", async () => {
    const post = async (number: number) => {
      const { status } = await fetch(new URL("/api/facts", gateway.url), {
        method: "POST",
        headers: {
          Origin: gateway.url,
          "X-Foldcast": "1",
          "Content-Type": "application/json",
          Cookie: `auth=${String(number).padStart(43, "0")}`,
        },
        body: "{}",
      })
      return status
    }
    const answers = new Set<number>()
    for (let count = 0; count < 201; count++) answers.add(await post(count))
    expect([...answers]).toEqual([401, 429])
  })
})
