/** Which client facts a gateway accepts: those that a document can have produced, over either transport. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"
import { removeDirectory, startGateway, type TestGateway } from "../support/gateway.ts"
import { TestBrowser } from "../support/member-browser.ts"
import { ScriptedUpstream } from "../support/scripted-upstream.ts"
import { SseReader, type StreamReader, WebSocketReader } from "../support/stream-reader.ts"

const fact = (n: number, after: number): NumberedClientFact => ({
  n,
  after,
  at: 1,
  fact: { _tag: "WalletOpened" },
})

describe("client facts", () => {
  let upstream: ScriptedUpstream
  let gateway: TestGateway
  let browser: TestBrowser
  let visit: string
  let epoch: string
  const readers: Array<StreamReader> = []

  const attach = async (
    Kind: typeof WebSocketReader | typeof SseReader,
    query: Readonly<Record<string, string>> = { visit },
  ) => {
    const reader = new Kind({
      url: gateway.url,
      query: { tab: "tab-1", ...query },
      cookie: browser.cookie,
    })
    readers.push(reader)
    epoch = (await reader.first("hello")).epoch
    await reader.first("replayed")
    return reader
  }
  const storedUpTo = async () => (await (await attach(WebSocketReader)).first("hello")).n

  const post = async (
    facts: ReadonlyArray<NumberedClientFact>,
    over: { readonly visit?: string; readonly epoch?: string; readonly cookie?: string } = {},
  ) => {
    const response = await fetch(new URL("/api/facts", gateway.url), {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-Foldcast": "1",
        Origin: gateway.url,
        Cookie: over.cookie ?? browser.cookie ?? "",
      },
      body: JSON.stringify({
        k: "facts",
        visit: over.visit ?? visit,
        epoch: over.epoch ?? epoch,
        facts,
      }),
    })
    const body = (await response.json()) as Readonly<Record<string, unknown>>
    return { status: response.status, said: body["label"] ?? body["n"] }
  }
  const REFUSED = { status: 400, said: "badRequest.facts.after" }

  /** Two more events: the visit's positions are 1 to 3. */
  const live = async (stream: StreamReader) => {
    for (const email of ["a@example.test", "b@example.test"])
      await browser.command(visit, { _tag: "LogIn", email, password: "wrong1" })
    await stream.until(() => stream.tags.filter((tag) => tag === "LogInRefused").length === 2)
  }

  beforeAll(async () => {
    upstream = await ScriptedUpstream.start()
    gateway = await startGateway({ upstream: upstream.url })
  })
  beforeEach(async () => {
    browser = new TestBrowser(gateway.url)
    visit = (await browser.page()).visit
  })
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.close()
  })
  afterAll(async () => {
    await gateway.close()
    await upstream.close()
    await removeDirectory(gateway.dataDir)
  })

  it("are counted where a site had to be rendered anew, once however often its document says so [HYDRATE-02]", async () => {
    const counted = async () => {
      const text = await (await fetch(new URL("/metrics", gateway.url))).text()
      return Number(/^foldcast_hydration_mismatches_total (\d+)$/mu.exec(text)?.[1] ?? 0)
    }
    const anew = (n: number): NumberedClientFact => ({
      ...fact(n, 1),
      fact: { _tag: "HydrationMismatched" },
    })
    await attach(SseReader)
    const before = await counted()
    expect(await post([fact(1, 1)])).toEqual({ status: 200, said: 1 })
    expect(await counted()).toBe(before)
    for (const _time of [1, 2]) {
      expect(await post([anew(2), anew(3)])).toEqual({ status: 200, said: 3 })
      expect(await counted()).toBe(before + 1)
    }
  })

  it.each([
    ["after a position that the visit does not have", [fact(1, 4)]],
    ["whose numbers go back in one message", [fact(1, 3), fact(2, 2)]],
  ])("are refused over a WebSocket %s, and none is stored", async (_, facts) => {
    const stream = await attach(WebSocketReader)
    await live(stream)
    stream.send({ k: "facts", visit, epoch, facts } as never)
    expect(await stream.end()).toBe(4503)
    expect(await storedUpTo()).toBe(0)
  })

  it("are refused over a WebSocket where their numbers go back from one message to the next", async () => {
    const stream = await attach(WebSocketReader)
    await live(stream)
    for (const each of [fact(1, 3), fact(2, 2)])
      stream.send({ k: "facts", visit, epoch, facts: [each] } as never)
    expect(await stream.end()).toBe(4503)
    expect(await storedUpTo()).toBe(1)
  })

  it("are refused in a post that no document can have made", async () => {
    await live(await attach(SseReader))
    expect(await post([fact(1, 4)])).toEqual(REFUSED)
    expect(await post([fact(1, 3), fact(2, 2)])).toEqual(REFUSED)
    expect(await post([fact(1, 2)])).toEqual({ status: 200, said: 1 })
    expect(await post([fact(2, 1)])).toEqual(REFUSED)
    expect(await post([fact(2, 3)])).toEqual({ status: 200, said: 2 })
  })

  it("are refused for an unknown visit, another's or another log's", async () => {
    await attach(SseReader)
    const foreign = await new TestBrowser(gateway.url).page()
    for (const over of [{ visit: foreign.visit }, { visit: "nobody-0001" }, { epoch: "epoch-0" }])
      expect((await post([fact(1, 1)], over)).status).toBe(404)
    // A browser that keeps no cookies gets an error, and stops posting.
    const withoutCookie = { status: 401, said: "request.noCookie" }
    expect(await post([fact(1, 1)], { cookie: "" })).toEqual(withoutCookie)
    const provesNothing = await post([fact(1, 1)], { cookie: `auth=${"A".repeat(43)}` })
    expect(provesNothing).toEqual({ status: 401, said: "request.unauthenticated" })
    expect(await post([fact(1, 1)])).toEqual({ status: 200, said: 1 })
  })

  it.each(["visit", "epoch"])("close a WebSocket where they name another %s", async (name) => {
    const stream = await attach(WebSocketReader)
    const named = { visit, epoch, [name]: `${name}-of-another` }
    stream.send({ k: "facts", ...named, facts: [fact(1, 1)] } as never)
    expect(await stream.end()).toBe(4503)
    expect(await storedUpTo()).toBe(0)
  })

  it("are stored once when a browser that lost its connection sends again what was not acknowledged", async () => {
    const first = await attach(WebSocketReader)
    await live(first)
    first.send({ k: "facts", visit, epoch, facts: [fact(1, 1), fact(2, 3)] } as never)
    await first.first("stored")
    first.close()
    await attach(SseReader, { visit, epoch, seq: "3" })
    expect(await post([fact(1, 1), fact(2, 3), fact(3, 3)])).toEqual({ status: 200, said: 3 })
    expect(await post([fact(2, 3)])).toEqual({ status: 200, said: 3 })
    expect(await storedUpTo()).toBe(3)
  })

  it("go on with the numbers where a document begins the visit anew, from where it stands", async () => {
    await live(await attach(SseReader))
    expect(await post([fact(1, 3)])).toEqual({ status: 200, said: 1 })
    await attach(SseReader)
    expect(await post([fact(2, 1)])).toEqual({ status: 200, said: 2 })
  })
})
