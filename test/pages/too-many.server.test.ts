/**
 * Too many pages, a delayed event loop, slow readers, too many connections: the answers to visitors, what still
 * works, and that the overload ends by itself. Through a whole gateway and its sockets.
 */
import { type IncomingMessage, request } from "node:http"
import { connect, type Socket } from "node:net"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { removeDirectory, startGateway, type TestGateway } from "../support/gateway.ts"
import { TestBrowser } from "../support/member-browser.ts"
import { ScriptedUpstream } from "../support/scripted-upstream.ts"
import { SseReader, type StreamReader, WebSocketReader } from "../support/stream-reader.ts"

let upstream: ScriptedUpstream
let gateway: TestGateway
const sockets: Array<Socket> = []
const readers: Array<StreamReader> = []

beforeAll(async () => {
  upstream = await ScriptedUpstream.start()
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const reader of readers.splice(0)) reader.close()
})
afterAll(() => upstream.close())

let visitors = 0
/** A request without a given address gets a new one. */
const ask = (path: string, headers: Readonly<Record<string, string>> = {}) => {
  visitors += 1
  return fetch(new URL(path, gateway.url), {
    headers: { Connection: "close", "X-Forwarded-For": `198.51.100.${visitors}`, ...headers },
  })
}

const metric = async (name: string) => {
  const lines = (await (await ask("/metrics")).text()).split("\n")
  return Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? 0)
}

/** Retries until the condition holds. */
const until = async (holds: () => Promise<boolean>) => {
  while (!(await holds()));
}

const openSocket = async () => {
  const { hostname, port } = new URL(gateway.url)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  socket.on("error", () => undefined)
  await new Promise((resolve) => socket.once("connect", resolve))
  return socket
}

describe("a gateway at its limit of connections", () => {
  let delay = 0
  /** Pages are rendered only once this promise is settled. */
  let making = Promise.resolve()
  beforeAll(async () => {
    gateway = await startGateway({
      upstream: upstream.url,
      logged: [],
      environment: {
        TRUSTED_PROXIES: "127.0.0.1",
        RATE_PAGES_PER_ADDRESS: "2/1h",
        MAX_PAGES: "1",
        MAX_SOCKETS: "10",
      },
      loopDelay: () => delay,
      render: async ({ page }) => {
        await making
        return Response.json(page)
      },
    })
  })
  afterAll(async () => {
    await gateway.close()
    await removeDirectory(gateway.dataDir)
  })

  it("answers on connections beyond the limit health and metrics alone", async () => {
    // First all others have closed, then only these are open.
    const open = (count: number) =>
      until(async () => (await metric("foldcast_open_sockets")) === count)
    await open(1)
    for (let count = 0; count < 10; count += 1) await openSocket()
    await open(11)
    const refused = await ask("/")
    expect([refused.status, refused.headers.get("connection")]).toEqual([503, "close"])
    expect(await refused.text()).toContain("Het is nu heel druk")
    expect((await ask("/api/session")).status).toBe(503)
    expect((await ask("/health/live")).status).toBe(200)
    const stream = new WebSocketReader({ url: gateway.url, query: { tab: "t" }, cookie: null })
    readers.push(stream)
    expect(await stream.end()).toBe(1006)
    await Promise.all(Array.from({ length: 510 }, openSocket))
    expect((await ask("/health/live")).status).toBe(200)

    for (const socket of sockets.splice(0)) socket.destroy()
    await until(async () => (await ask("/")).status === 200)
  })

  it("tells an address that asks too much the reason, in its language, and nobody else", async () => {
    const from = (address: string, language: string) => ({
      "X-Forwarded-For": address,
      "Accept-Language": language,
    })
    const statuses = []
    for (const host of ["1", "2", "3"])
      statuses.push((await ask("/", from(`2001:db8::${host}`, "en"))).status)
    expect(statuses).toEqual([200, 200, 429])
    const refused = await ask("/", from("2001:db8::4", "nl"))
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_000)
    expect(refused.headers.get("set-cookie")).toBeNull()
    expect(await refused.text()).toContain("Te veel pagina’s tegelijk")
    expect((await ask("/", from("2001:db8:0:1::1", "en"))).status).toBe(200)
    expect(await metric('foldcast_turned_away_total{what="page",why="address"}')).toBe(2)
  })

  it("lets pages wait for their turn, and tells those beyond the limit to try again", async () => {
    let makeThem = () => undefined as void
    making = new Promise<void>((resolve) => {
      makeThem = resolve
    })
    const pages = [ask("/"), ask("/"), ask("/")]
    const first = await Promise.race(pages)
    expect(first.status).toBe(503)
    expect(Number(first.headers.get("retry-after"))).toBeGreaterThan(0)
    makeThem()
    const statuses = (await Promise.all(pages)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(2)
    expect((await ask("/")).status).toBe(200)
  })

  it("serves no page and no new stream while its event loop is late, but all else, and recovers", async () => {
    const browser = new TestBrowser(gateway.url)
    const { visit } = await browser.page()
    const open = (Reader: typeof WebSocketReader | typeof SseReader) => {
      const query = { tab: "tab-1", visit }
      const reader = new Reader({ url: gateway.url, query, cookie: browser.cookie })
      readers.push(reader)
      return reader
    }
    const stream = open(WebSocketReader)
    await stream.first("replayed")

    delay = 10_000
    await until(async () => (await ask("/en")).status === 503)
    const page = await ask("/en")
    expect(Number(page.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(await page.text()).toContain("It’s very busy right now")
    for (const Reader of [WebSocketReader, SseReader]) {
      const bye = await open(Reader).first("bye")
      expect(bye).toMatchObject({ code: 1013, reason: "busy" })
      expect(bye.retryAfterMs).toBeGreaterThanOrEqual(5_000)
      expect(bye.retryAfterMs).toBeLessThanOrEqual(15_000)
    }
    expect((await browser.command(visit, { _tag: "LoadWallet" })).status).toBe(202)
    await stream.event("WalletRefused")
    for (const path of ["/health/live", "/health/ready"]) expect((await ask(path)).status).toBe(200)

    delay = 0
    await until(async () => (await ask("/en")).status === 200)
    stream.close()
    await open(SseReader).first("replayed")
  })
})

describe("one address", () => {
  /** More than the network buffers for a reader that does not read. */
  const SIZE = 32 * 1_048_576
  beforeAll(async () => {
    gateway = await startGateway({
      upstream: upstream.url,
      environment: { MAX_SOCKETS_PER_ADDRESS: "4", READ_WITHIN_MS: "500" },
      render: () => Promise.resolve(new Response(new Uint8Array(SIZE))),
    })
  })
  afterAll(async () => {
    await gateway.close()
    await removeDirectory(gateway.dataDir)
  })

  it("loses the connection on which it does not read its page", async () => {
    // Null if even its rendering took longer.
    const response = await new Promise<IncomingMessage | null>((resolve) => {
      request(`${gateway.url}/`, { agent: false }, resolve)
        .on("error", () => resolve(null))
        .end()
    })
    await until(async () => (await metric("foldcast_slow_readers_total")) === 1)
    let read = 0
    response?.on("data", (bytes: Buffer) => (read += bytes.length))
    await new Promise<void>((resolve) => {
      if (response === null) return resolve()
      response.on("error", () => resolve())
      response.on("close", resolve)
    })
    expect(read).toBeLessThan(SIZE)
  })

  it("has a limited number of connections: another one is closed unread", async () => {
    const closed: Array<Promise<unknown>> = []
    for (let count = 0; count < 8; count += 1) {
      const socket = await openSocket()
      closed.push(new Promise((resolve) => socket.once("close", resolve)))
    }
    await Promise.race(closed)
    for (const socket of sockets.splice(0)) socket.destroy()
    const isServed = () =>
      ask("/health/live").then(
        ({ ok }) => ok,
        () => false,
      )
    await until(isServed)
    expect(await metric('foldcast_turned_away_total{what="socket",why="address"}')).toBeGreaterThan(
      0,
    )
  })
})
