/** Connections that are refused, cut, stalled or of another protocol. */
import { connect, type Socket } from "node:net"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { WebSocket } from "ws"
import { removeDirectory, startGateway, type TestGateway } from "../support/gateway.ts"
import { TestBrowser } from "../support/member-browser.ts"
import { ScriptedUpstream } from "../support/scripted-upstream.ts"
import { WebSocketReader } from "../support/stream-reader.ts"

describe("the gateway's connections", () => {
  let upstream: ScriptedUpstream
  let gateway: TestGateway
  const opened: Array<Socket> = []

  beforeAll(async () => {
    upstream = await ScriptedUpstream.start()
    gateway = await startGateway({
      upstream: upstream.url,
      environment: { MAX_CONNECTIONS_PER_ADDRESS: "4" },
    })
  })
  afterEach(() => {
    for (const socket of opened.splice(0)) socket.destroy()
  })
  afterAll(async () => {
    await gateway.close()
    await upstream.close()
    await removeDirectory(gateway.dataDir)
  })

  /** A client that sends exactly these lines. */
  const say = (lines: ReadonlyArray<string>): Socket => {
    const { hostname, port, host } = new URL(gateway.url)
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    socket.on("error", () => undefined)
    socket.write([...lines.map((line) => line.replace("HOST", host)), "", ""].join("\r\n"))
    opened.push(socket)
    return socket
  }

  const upgrade = (path: string, origin = gateway.url) => [
    `GET ${path} HTTP/1.1`,
    "Host: HOST",
    `Origin: ${origin}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    "Sec-WebSocket-Protocol: foldcast.v1",
  ]

  const scraped = async (series: string): Promise<number> => {
    const text = await (await fetch(new URL("/metrics", gateway.url))).text()
    const line = text.split("\n").find((each) => each.startsWith(`${series} `))
    return Number(line?.split(" ")[1] ?? 0)
  }

  const until = async (condition: () => Promise<boolean>) => {
    while (!(await condition())) await new Promise((resolve) => setImmediate(resolve))
  }

  it.each([
    ["no protocol", []],
    ["another protocol", ["foldcast.v99"]],
  ])(
    "close with 4501 for a browser that speaks %s, and create nothing for it",
    async (_, protocols) => {
      const before = await scraped("foldcast_live_visits")
      const target = new URL("/api/stream", gateway.url)
      target.protocol = "ws:"
      const socket = new WebSocket(target, [...protocols], { origin: gateway.url })
      const messages: Array<unknown> = []
      socket.on("message", (data: Buffer) => messages.push(JSON.parse(data.toString())))
      const code = await new Promise((resolve) => socket.on("close", resolve))
      expect(code).toBe(4501)
      expect(messages).toEqual([{ k: "bye", code: 4501, reason: "protocol not supported" }])
      expect(await scraped("foldcast_live_visits")).toBe(before)
    },
  )

  it("are never compressed, whatever a browser offers", async () => {
    const target = new URL("/api/stream", gateway.url)
    target.protocol = "ws:"
    const options = { origin: gateway.url, perMessageDeflate: true }
    const socket = new WebSocket(target, ["foldcast.v1"], options)
    await new Promise((resolve) => socket.once("open", resolve))
    expect(socket.extensions).toBe("")
    socket.terminate()
  })

  it("are counted without our protocol, and queries with invented cookies too", async () => {
    const strict = await startGateway({
      upstream: upstream.url,
      environment: { RATE_STREAMS_PER_ADDRESS: "2/1h", RATE_SESSION_QUERIES_PER_ADDRESS: "2/1h" },
    })
    const target = new URL("/api/stream", strict.url)
    target.protocol = "ws:"
    let retryAfterSeconds = 0
    const knock = () =>
      new Promise<number>((resolve) => {
        const socket = new WebSocket(target, [], { origin: strict.url })
        socket.on("close", resolve)
        socket.on("unexpected-response", (_, { statusCode, headers }) => {
          retryAfterSeconds = Number(headers["retry-after"])
          resolve(statusCode ?? 0)
        })
      })
    expect([await knock(), await knock(), await knock()]).toEqual([4501, 4501, 429])
    // A page receives the reason for the wait, over either transport.
    const stream = new WebSocketReader({ url: strict.url, query: { tab: "t" }, cookie: null })
    expect(await stream.end()).toBe(1013)
    const events = await fetch(new URL("/api/stream?tab=t", strict.url), {
      headers: { Accept: "text/event-stream", "Sec-Fetch-Site": "same-origin" },
    })
    const [, bye] = /^data: (.*)$/mu.exec(await events.text()) ?? []
    expect(JSON.parse(bye ?? "")).toMatchObject({ k: "bye", code: 1013, reason: "too many" })
    // Later the remaining wait is shorter.
    expect(await knock()).toBe(429)
    expect(retryAfterSeconds).toBeGreaterThan(60)
    expect(JSON.parse(bye ?? "").retryAfterMs).toBeGreaterThanOrEqual(retryAfterSeconds * 1_000)
    const asked = []
    for (let count = 0; count < 3; count++) {
      const headers = { Cookie: `auth=${String(count).padStart(43, "x")}` }
      asked.push(await fetch(new URL("/api/session", strict.url), { headers }))
    }
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(Number(asked[2]?.headers.get("retry-after"))).toBeGreaterThan(0)
    await strict.close()
    await removeDirectory(strict.dataDir)
  })

  it("answer a command in flight before they end, and send browsers back within ten seconds", async () => {
    const ending = await startGateway({ upstream: upstream.url })
    const browser = new TestBrowser(ending.url)
    const { visit } = await browser.page()
    const reader = new WebSocketReader({
      url: ending.url,
      query: { tab: "tab-1", visit },
      cookie: browser.cookie,
    })
    await reader.first("replayed")
    let answerNow = () => undefined as void
    const after = new Promise<void>((resolve) => {
      answerNow = resolve
    })
    const asked = upstream.calls.length
    upstream.script("GET /wallet", { status: 500, body: {}, after })
    const command = browser.command(visit, { _tag: "LoadWallet" })
    await upstream.until(() => upstream.calls.includes("GET /wallet", asked))
    const closed = ending.close()
    const { code, retryAfterMs } = await reader.first("bye")
    expect(code).toBe(1012)
    expect(retryAfterMs).toBeLessThanOrEqual(10_000)
    // Longer than the time allowed for the last frames, so a gateway that did not wait for the command would have
    // cut it.
    await Promise.race([command, new Promise((resolve) => setTimeout(resolve, 800))])
    answerNow()
    expect((await command).status).toBe(202)
    await closed
    await removeDirectory(ending.dataDir)
  })

  it("answer a request for neither an upgrade nor events with 426, HEAD included", async () => {
    const plain = await fetch(new URL("/api/stream", gateway.url))
    expect([plain.status, plain.headers.get("upgrade")]).toEqual([426, "websocket"])
    expect(await plain.json()).toMatchObject({ status: 426, label: "stream.upgradeRequired" })
    const head = await fetch(new URL("/api/stream", gateway.url), {
      method: "HEAD",
      headers: { Accept: "text/event-stream", "Sec-Fetch-Site": "same-origin" },
    })
    expect(head.status).toBe(426)
  })

  it.each(["/metrics", "/health/live", "/api/session", "/support/captures"])(
    "answer at one spelling of %s, which is what a proxy's rule sees",
    async (path) => {
      const ask = (spelling: string) => fetch(new URL(spelling, gateway.url))
      expect((await ask(path)).status).not.toBe(404)
      for (let at = 1; at < path.length; at += 1) {
        const code = path.charCodeAt(at).toString(16)
        if (path[at] === "/") continue
        for (const digits of [code, code.toUpperCase()]) {
          const { status, headers } = await ask(
            `${path.slice(0, at)}%${digits}${path.slice(at + 1)}`,
          )
          expect(status).toBe(404)
          expect(headers.get("content-type")).toContain("application/problem+json")
        }
      }
    },
  )

  it.each([
    "/x/../metrics",
    "/./health/ready",
    "/api/../support/captures",
    "//x/../../metrics",
    "http://evil.example/metrics",
    "/metrics#x",
    "/x/../api/session",
  ])("answer no call that is sent as %s", async (target) => {
    const socket = say([`GET ${target} HTTP/1.1`, "Host: HOST", "Connection: close"])
    const answer = await new Promise((resolve) =>
      socket.once("data", (data) => resolve(String(data))),
    )
    expect(answer).toMatch(/^HTTP\/1\.1 404 /u)
  })

  it("are opened at one spelling of the stream's address", async () => {
    const answerOf = (path: string) => {
      const socket = say(upgrade(path))
      return new Promise((resolve) => socket.once("data", (data) => resolve(String(data))))
    }
    for (const path of ["/x/../api/stream", "http://evil.example/api/stream", "/api/stream#x"])
      expect(await answerOf(path), path).toMatch(/^HTTP\/1\.1 404 /u)
    expect(await answerOf("/api/stream")).toMatch(/^HTTP\/1\.1 101 /u)
  })

  it("answer in HTTP a client that offers to speak another protocol", async () => {
    const socket = say([
      "GET /api/brand HTTP/1.1",
      "Host: HOST",
      "Connection: Upgrade",
      "Upgrade: h2c",
    ])
    const answer = await new Promise((resolve) =>
      socket.once("data", (data) => resolve(String(data))),
    )
    expect(answer).toMatch(/^HTTP\/1\.1 200 /u)
  })

  it("hold no place for a browser that left while it was being accepted", async () => {
    for (let attempt = 0; attempt < 12; attempt++) {
      const socket = say(upgrade("/api/stream"))
      await new Promise((resolve) => socket.once("connect", resolve))
      await new Promise((resolve) => setImmediate(resolve))
      socket.resetAndDestroy()
    }
    await until(async () => (await scraped('foldcast_connections{transport="websocket"}')) === 0)
    const reader = new WebSocketReader({ url: gateway.url, query: { tab: "tab-1" }, cookie: null })
    await reader.first("replayed")
    reader.close()
  })

  it("are cut after a refused upgrade whose other half stays open", async () => {
    const socket = say(upgrade("/api/stream", "https://evil.example"))
    socket.resume()
    await new Promise((resolve) => socket.once("end", resolve))
    const gone = new Promise((resolve) => socket.once("close", resolve))
    const knocking = setInterval(() => socket.write("x"), 20)
    await gone
    clearInterval(knocking)
  })

  it("are cut for an event stream whose reader stands still, after it was told 4008", async () => {
    const browser = new TestBrowser(gateway.url)
    const page = await browser.page()
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
    const wallet = { id: 1, variant: "drawer", bundles: [bundle], paymentOptions: [] }
    const socket = say([
      `GET /api/stream?tab=tab-1&visit=${page.visit} HTTP/1.1`,
      "Host: HOST",
      "Accept: text/event-stream",
      "Sec-Fetch-Site: same-origin",
      `Cookie: ${browser.cookie}`,
    ])
    const open = () => scraped('foldcast_connections{transport="sse"}')
    const told4008 = () => scraped('foldcast_stream_closes_total{code="4008"}')
    const before = await told4008()
    await until(async () => (await open()) === 1)
    socket.pause()
    for (let sent = 0; sent < 12; sent++) {
      upstream.script("GET /wallet", { status: 200, body: wallet })
      await browser.command(page.visit, { _tag: "LoadWallet" })
    }
    await until(async () => (await open()) === 0)
    await until(async () => (await told4008()) === before + 1)
  })
})
