/**
 * A disk that fills up: guests are refused first and get the reason, pages still load, members go on for longer,
 * and no gateway ends because of it. A file with a size limit simulates the log's own limit.
 */
import { randomUUID } from "node:crypto"
import { tmpdir } from "node:os"
import { statfs } from "node:fs/promises"
import { Schema } from "effect"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { Facts } from "@foldcast/contracts/stream/frames"
import { removeDirectory, startGateway, type TestGateway } from "../support/gateway.ts"
import { TestBrowser } from "../support/member-browser.ts"
import { ScriptedUpstream } from "../support/scripted-upstream.ts"
import { SseReader, type StreamReader, WebSocketReader } from "../support/stream-reader.ts"

const EMAIL = "full@example.test"
const PASSWORD = "geheim1"

let upstream: ScriptedUpstream
let gateway: TestGateway
const readers: Array<StreamReader> = []

beforeAll(async () => {
  upstream = await ScriptedUpstream.start()
  upstream.addMember({ id: "m-full", email: EMAIL, password: PASSWORD, credits: 1 })
})
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close()
})
afterAll(() => upstream.close())

const attach = (
  browser: TestBrowser,
  visit: string,
  Reader: typeof WebSocketReader | typeof SseReader = WebSocketReader,
) => {
  const query = { tab: "tab-1", visit }
  const reader = new Reader({ url: gateway.url, query, cookie: browser.cookie })
  readers.push(reader)
  return reader
}

/** About two kilobytes. */
const wide = (n: number) => ({
  n,
  after: 1,
  at: 0,
  fact: { _tag: "Navigated", path: `/${"x".repeat(2_000)}`, routeName: "home", params: {} },
})

const post = async (
  browser: TestBrowser,
  visit: string,
  epoch: string,
  facts: ReadonlyArray<ReturnType<typeof wide>>,
) => {
  const response = await fetch(new URL("/api/facts", gateway.url), {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-Foldcast": "1",
      Origin: gateway.url,
      Cookie: browser.cookie ?? "",
    },
    body: JSON.stringify({ k: "facts", visit, epoch, facts }),
  })
  return response.status
}

/** Restarts on the same directory; the gateway must keep the disk's free bytes times `timesFree` free. */
const start = async (timesFree: number, dataDir?: string) => {
  const { bavail, bsize } = await statfs(dataDir ?? tmpdir())
  gateway = await startGateway({
    upstream: upstream.url,
    environment: { MIN_FREE_BYTES: String(Math.floor(bavail * bsize * timesFree)) },
    ...(dataDir !== undefined && { dataDir }),
  })
}

describe("a disk that is nearly full", () => {
  let member: TestBrowser
  beforeAll(() => start(2))
  afterAll(async () => {
    await gateway.close()
    await removeDirectory(gateway.dataDir)
  })

  it.each([
    ["WebSocket", WebSocketReader],
    ["SSE", SseReader],
  ] as const)(
    "shows a guest the page and says over %s why it stays as it is",
    async (_, Reader) => {
      const guest = new TestBrowser(gateway.url)
      const { visit, events } = await guest.page()
      expect(events.length).toBeGreaterThan(0)
      const bye = await attach(guest, visit, Reader).first("bye")
      expect(bye).toMatchObject({ code: 4013, reason: "storage full" })
      expect(bye.retryAfterMs).toBeGreaterThanOrEqual(30_000)
      expect(bye.retryAfterMs).toBeLessThanOrEqual(60_000)
      const metrics = await (await fetch(new URL("/metrics", gateway.url))).text()
      expect(metrics).toMatch(/turned_away_total\{what="stream",why="storage"\} [1-9]/u)
      expect(metrics).toMatch(/foldcast_free_disk_bytes [1-9]/u)
    },
  )

  it("begins no stream for a browser without a cookie", async () => {
    const bye = await attach(new TestBrowser(gateway.url), "nobody-0001").first("bye")
    expect(bye).toMatchObject({ code: 4013 })
  })

  it("answers a guest's command with the reason why it is not carried out", async () => {
    const guest = new TestBrowser(gateway.url)
    const { visit } = await guest.page()
    expect(await guest.command(visit, { _tag: "LoadWallet" })).toMatchObject({
      status: 503,
      body: { label: "request.storageFull" },
    })
  })

  it("lets a member in, who goes on as ever", async () => {
    member = new TestBrowser(gateway.url)
    const { visit } = await member.page()
    const logIn = { _tag: "LogIn", email: EMAIL, password: PASSWORD } as const
    expect(await member.command(visit, logIn)).toMatchObject({ status: 202 })
    const stream = attach(member, visit)
    await stream.first("replayed")
    await stream.event("LoggedIn")
    const loaded = await member.command(visit, { _tag: "LoadWallet" })
    expect(loaded).toMatchObject({ status: 202 })
    const { epoch } = await stream.first("hello")
    expect(await post(member, visit, epoch, [wide(1)])).toBe(200)
    stream.send(
      Schema.decodeUnknownSync(Facts)({ k: "facts", visit, epoch, facts: [wide(1), wide(2)] }),
    )
    expect((await stream.first("stored")).n).toBe(2)
  })

  it("takes no client facts of a guest", async () => {
    const guest = new TestBrowser(gateway.url)
    const { visit, epoch } = await guest.page()
    expect(await post(guest, visit, epoch, [wide(1)])).toBe(503)
  })

  it("refuses members too when there is next to nothing left, and lets them leave", async () => {
    const { dataDir } = gateway
    await gateway.close()
    await start(8, dataDir)
    const again = new TestBrowser(gateway.url)
    again.cookie = member.cookie
    const { visit } = await again.page()
    expect(await attach(again, visit).first("bye")).toMatchObject({ code: 4013 })
    expect(await again.command(visit, { _tag: "LoadWallet" })).toMatchObject({
      status: 503,
      body: { label: "request.storageFull" },
    })
    expect(await again.command(visit, { _tag: "LogOut" })).toMatchObject({ status: 202 })
    expect((await again.get("/api/session")).body).toMatchObject({ member: null })
  })
})

describe("a log that may not grow any more", () => {
  beforeAll(async () => {
    gateway = await startGateway({ upstream: upstream.url, logged: [], maxLogBytes: 400_000 })
  })
  afterAll(async () => {
    await gateway.close()
    await removeDirectory(gateway.dataDir)
  })

  it("refuses what it cannot keep and goes on, with its pages and with what it has", async () => {
    const browser = new TestBrowser(gateway.url)
    const { visit, epoch } = await browser.page()
    const postFrom = (from: number) =>
      post(
        browser,
        visit,
        epoch,
        [0, 1, 2, 3, 4].map((more) => wide(from + more)),
      )
    await attach(browser, visit).first("replayed")
    let from = 1
    while ((await postFrom(from)) === 200) from += 5
    expect(from).toBeGreaterThan(50)
    expect(await postFrom(from)).toBe(503)
    // Smaller writes still fit for a while.
    let status = 202
    while (status === 202)
      ({ status } = await browser.command(
        visit,
        { _tag: "LoadWallet" },
        { commandId: randomUUID() },
      ))
    expect(status).toBe(503)

    expect(gateway.hasFailed()).toBe(false)
    const other = new TestBrowser(gateway.url)
    expect((await other.page()).events.length).toBeGreaterThan(0)
    for (const path of ["/health/live", "/health/ready"])
      expect((await fetch(new URL(path, gateway.url))).status).toBe(200)
  })
})

describe("the facts stored for one browser", () => {
  beforeAll(async () => {
    gateway = await startGateway({
      upstream: upstream.url,
      environment: { RATE_STORED_BYTES_PER_OWNER: "20000/24h" },
    })
  })
  afterAll(async () => {
    await gateway.close()
    await removeDirectory(gateway.dataDir)
  })

  it("are limited in bytes, however few its messages", async () => {
    const browser = new TestBrowser(gateway.url)
    const { visit, epoch } = await browser.page()
    const stream = attach(browser, visit)
    await stream.first("replayed")
    const sent = (n: number) =>
      stream.frames.some((frame) => frame.k === "stored" && frame.n === n) || stream.closed !== null
    let n = 0
    while (stream.closed === null) {
      n += 1
      stream.send(Schema.decodeUnknownSync(Facts)({ k: "facts", visit, epoch, facts: [wide(n)] }))
      await stream.until(() => sent(n))
    }
    expect(stream.closed).toBe(4008)
    expect(n).toBeGreaterThan(5)
    expect(n).toBeLessThan(12)
    const stranger = new TestBrowser(gateway.url)
    const page = await stranger.page()
    await attach(stranger, page.visit).first("replayed")
  })
})
