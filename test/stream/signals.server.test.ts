/**
 * Signals of performers' statuses over real sockets, over either transport (docs/protocol.md, "Signals"). No timing
 * is used: the absence of a signal is checked after a later round has arrived.
 */
import { gunzipSync } from "node:zlib"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import type { PerformerStatusesSignal } from "@foldcast/contracts/stream/signals"
import type { VisitId } from "@foldcast/contracts/ids"
import { removeDirectory, startGateway, type TestGateway } from "../support/gateway.ts"
import { TestBrowser } from "../support/member-browser.ts"
import { ScriptedUpstream } from "../support/scripted-upstream.ts"
import {
  type OpenOptions,
  SseReader,
  type StreamReader,
  WebSocketReader,
} from "../support/stream-reader.ts"

const TRANSPORTS: ReadonlyArray<readonly [string, (options: OpenOptions) => StreamReader]> = [
  ["WebSocket", (options) => new WebSocketReader(options)],
  ["SSE", (options) => new SseReader(options)],
]

class Document {
  readonly stream: StreamReader
  readonly visit: VisitId
  readonly epoch: string
  #n = 0

  constructor(
    stream: StreamReader,
    { visit, epoch }: { visit: VisitId; epoch: string },
    n: number,
  ) {
    this.stream = stream
    this.visit = visit
    this.epoch = epoch
    this.#n = n
  }

  /** Sends the list of shown performers; returns when the gateway has received it. */
  async shows(...performerIds: ReadonlyArray<string>): Promise<void> {
    this.#n += 1
    const n = this.#n
    const fact = { _tag: "PerformersShown", performerIds } as const
    const { visit, epoch, stream } = this
    stream.send({
      k: "facts",
      visit,
      epoch: epoch as never,
      facts: [{ n, after: 1, at: 1, fact }],
    })
    await stream.until(() => stream.frames.some((frame) => frame.k === "stored" && frame.n >= n))
  }

  get signals(): ReadonlyArray<PerformerStatusesSignal["statuses"]> {
    return this.stream.frames.flatMap((frame) => {
      if (frame.k !== "signal") return []
      expect(frame.topic).toBe("performer-statuses")
      return [(frame.data as PerformerStatusesSignal).statuses]
    })
  }

  async signal(count: number): Promise<PerformerStatusesSignal["statuses"] | undefined> {
    await this.stream.until(() => this.signals.length >= count)
    return this.signals[count - 1]
  }
}

describe.each(TRANSPORTS)("signals over %s", (_transport, open) => {
  let upstream: ScriptedUpstream
  let gateway: TestGateway
  const readers: Array<StreamReader> = []

  beforeAll(async () => {
    upstream = await ScriptedUpstream.start()
    gateway = await startGateway({
      upstream: upstream.url,
      environment: { PERFORMER_STATUS_MS: "100" },
    })
  })
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.close()
    upstream.performers.clear()
    upstream.clear()
  })
  afterAll(async () => {
    await gateway.close()
    await upstream.close()
    await removeDirectory(gateway.dataDir)
  })

  const attach = async (query: Readonly<Record<string, string>>, cookie: string | null) => {
    const stream = open({ url: gateway.url, query: { tab: "tab-1", ...query }, cookie })
    readers.push(stream)
    const { visit, epoch, n } = await stream.first("hello")
    await stream.first("replayed")
    return new Document(stream, { visit, epoch }, n)
  }

  /** The ids in the gateway's requests, one list per round so far. */
  const asked = () =>
    upstream.received
      .filter(({ call, query }) => call === "GET /user/find" && query["ids"] !== undefined)
      .map(({ query }) => query["ids"])

  /** Waits until two whole rounds have run and been delivered: another document has received two changes. */
  const twoRounds = async () => {
    const other = await attach({ tab: "tab-other" }, null)
    for (const [index, status] of [1, 3].entries()) {
      upstream.performers.set("other", status)
      if (index === 0) await other.shows("other")
      await other.stream.until(() => other.signals.at(-1)?.["other"] === status)
    }
    other.stream.close()
  }

  it("bring those whom the document shows, then each change in place, and nobody else's", async () => {
    upstream.performers.set("p1", 1).set("p2", 3).set("p3", 1)
    const document = await attach({}, null)
    await document.shows("p1", "p2", "nobody")
    expect(await document.signal(1)).toEqual({ p1: 1, p2: 3, nobody: 0 })
    upstream.performers.set("p3", 5)
    await twoRounds()
    upstream.performers.set("p2", 5)
    expect(await document.signal(2)).toEqual({ p2: 5 })
    expect(asked().some((ids) => ids?.includes("p3"))).toBe(false)
  })

  it("come at most once in a round, however often the document reports", async () => {
    upstream.performers.set("p1", 1)
    const document = await attach({}, null)
    for (let turn = 0; turn < 10; turn += 1) {
      upstream.performers.set("p1", turn % 2 === 0 ? 3 : 5)
      await document.shows("p1", `p${turn}`)
    }
    await twoRounds()
    expect(document.signals.length).toBeGreaterThan(0)
    expect(document.signals.length).toBeLessThanOrEqual(asked().length)
  })

  it("end when the document shows nobody, and then nobody is asked about", async () => {
    upstream.performers.set("p1", 1)
    const document = await attach({}, null)
    await document.shows("p1")
    await document.signal(1)
    await document.shows()
    upstream.received.length = 0
    upstream.performers.set("p1", 3)
    await twoRounds()
    expect(document.signals).toHaveLength(1)
    // The round in progress at that moment may still have included it.
    expect(asked().filter((ids) => ids?.includes("p1")).length).toBeLessThanOrEqual(1)
  })

  it("leave no trace: no position, nothing in the log, nothing in a capture", async () => {
    upstream.performers.set("p1", 1)
    const browser = new TestBrowser(gateway.url)
    const page = await browser.page()
    const document = await attach({ visit: page.visit }, browser.cookie)
    await document.shows("p1")
    await document.signal(1)
    upstream.performers.set("p1", 5)
    await document.signal(2)
    for (const frame of document.stream.frames.filter(({ k }) => k === "signal")) {
      expect(Object.keys(frame).toSorted()).toEqual(["data", "k", "topic"])
    }
    document.stream.close()
    const again = await attach({ visit: page.visit, epoch: page.epoch, seq: "0" }, browser.cookie)
    expect(again.stream.tags).toEqual(["VisitStarted"])
    const response = await fetch(new URL(`/support/captures/${page.visit}`, gateway.url), {
      headers: { Authorization: "Bearer test-support-token-0000", "X-Reason": "test" },
    })
    const text = gunzipSync(Buffer.from(await response.arrayBuffer())).toString("utf8")
    expect(text).toContain("PerformersShown")
    // A favourites page shows a member's favourites, so no log may name the shown performers.
    expect(text).not.toContain('"p1"')
    expect(text).not.toContain("performer-statuses")
    const lines = text.trim().split("\n").slice(1, -1)
    const directions = lines.map((line) => (JSON.parse(line) as { readonly dir: string }).dir)
    expect(directions.filter((dir) => dir === "in")).toHaveLength(1)
    expect(directions.filter((dir) => dir === "ui")).toHaveLength(1)
  })

  it("come again after a reconnect, once the document has reported again whom it shows", async () => {
    upstream.performers.set("p1", 1)
    const browser = new TestBrowser(gateway.url)
    const page = await browser.page()
    const first = await attach({ visit: page.visit }, browser.cookie)
    await first.shows("p1")
    await first.signal(1)
    first.stream.close()
    const position = { visit: page.visit, epoch: page.epoch, seq: "1" }
    const second = await attach(position, browser.cookie)
    await twoRounds()
    expect(second.signals).toEqual([])
    await second.shows("p1")
    expect(await second.signal(1)).toEqual({ p1: 1 })
  })

  it("wait while the performer service fails, and go on when it answers again", async () => {
    upstream.performers.set("p1", 1)
    const document = await attach({}, null)
    upstream.script("GET /user/find", "cut", "cut", "cut", { status: 500, body: {} })
    await document.shows("p1")
    expect(await document.signal(1)).toEqual({ p1: 1 })
    expect(asked().length).toBeGreaterThan(4)
    expect(document.stream.closed).toBe(null)
  })

  it("are refused for more performers than a document may show", async () => {
    const document = await attach({}, null)
    const performerIds = Array.from({ length: 101 }, (_, index) => `p${index}`)
    const fact = { _tag: "PerformersShown", performerIds } as const
    const { visit, epoch } = document
    const frame = { k: "facts", visit, epoch, facts: [{ n: 1, after: 1, at: 1, fact }] }
    const { stream } = document
    if (stream instanceof WebSocketReader) {
      stream.sendText(JSON.stringify(frame))
      expect(await stream.end()).toBe(4503)
      return
    }
    const { status } = await fetch(new URL("/api/facts", gateway.url), {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-Foldcast": "1",
        Origin: gateway.url,
        Cookie: stream.cookie ?? "",
      },
      body: JSON.stringify(frame),
    })
    expect(status).toBe(400)
  })
})
