/**
 * A capture shows what its visitor read: through a whole gateway over real sockets, from the answers in the page
 * and later queries to the file that support downloads.
 */
import { hash } from "node:crypto"
import { gunzipSync } from "node:zlib"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import {
  autocompletePath,
  CATEGORIES_PATH,
  performersByIdPath,
  performersPath,
} from "@foldcast/rules/grid/resources"
import { removeDirectory, startGateway, type TestGateway } from "../support/gateway.ts"
import { type PageFacts, TestBrowser } from "../support/member-browser.ts"
import {
  scriptedCategory,
  scriptedPerformer,
  ScriptedPerformers,
} from "../support/scripted-performers.ts"
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

const sha256 = (text: string) => hash("sha256", text)
const list = (page: number) =>
  performersPath({ category: null, filter: {}, locale: "nl", page, limit: 30 })

interface Told {
  readonly key: string
  readonly hash: string
}

interface CapturedAnswer extends Told {
  readonly status: number
  readonly body?: unknown
}

describe.each(TRANSPORTS)("the answers in a capture, over %s,", (_transport, open) => {
  let upstream: ScriptedUpstream
  let gateway: TestGateway
  const readers: Array<StreamReader> = []

  beforeAll(async () => {
    upstream = await ScriptedUpstream.start()
  })
  beforeEach(async () => {
    upstream.clear()
    const service = new ScriptedPerformers()
    service.categories = [scriptedCategory("nederlands")]
    service.performers = Array.from({ length: 40 }, (_, n) => scriptedPerformer(`model${n}`))
    upstream.performerService = service
    gateway = await startGateway({ upstream: upstream.url })
  })
  afterEach(async () => {
    for (const reader of readers.splice(0)) reader.close()
    await gateway.close()
    await removeDirectory(gateway.dataDir)
  })
  afterAll(() => upstream.close())

  /** A page with its answers and its cookie. */
  const page = async () => {
    const browser = new TestBrowser(gateway.url)
    const facts = (await browser.page("/")) as PageFacts & {
      readonly pageAnswers: Readonly<Record<string, unknown>>
    }
    return { ...facts, cookie: browser.cookie }
  }

  const attached = async ({ visit, epoch, cookie }: Awaited<ReturnType<typeof page>>) => {
    const stream = open({ url: gateway.url, query: { tab: "tab-1", visit }, cookie })
    readers.push(stream)
    await stream.first("replayed")
    let n = 0
    return {
      /** Returns when the gateway has stored it. */
      tells: async (...told: ReadonlyArray<Told>) => {
        const facts = told.map(({ key, hash: digest }) => ({
          n: ++n,
          after: 1,
          at: 1,
          fact: { _tag: "AnswerApplied", key, status: 200, hash: digest } as const,
        }))
        stream.send({ k: "facts", visit: visit as never, epoch: epoch as never, facts })
        await stream.until(() =>
          stream.frames.some((frame) => frame.k === "stored" && frame.n >= n),
        )
      },
    }
  }

  const asked = async (path: string) => {
    const text = await (await fetch(gateway.url + path)).text()
    return { path, text, hash: sha256(text) }
  }

  const metric = async (name: string) => {
    const text = await (await fetch(new URL("/metrics", gateway.url))).text()
    const line = text.split("\n").find((one) => one.startsWith(`${name} `))
    return Number(line?.slice(name.length + 1) ?? 0)
  }
  const cited = (outcome: string) => metric(`foldcast_answers_cited_total{outcome="${outcome}"}`)

  const answersOf = async (visit: string): Promise<ReadonlyArray<CapturedAnswer>> => {
    const response = await fetch(new URL(`/support/captures/${visit}`, gateway.url), {
      headers: { Authorization: "Bearer test-support-token-0000", "X-Reason": "test" },
    })
    return gunzipSync(Buffer.from(await response.arrayBuffer()))
      .toString("utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as CapturedAnswer & { readonly dir?: string })
      .filter(({ dir }) => dir === "answer")
  }

  it("have the bodies of the answers that the page came with and of a later list, and none that tells of a person", async () => {
    const came = await page()
    const visitor = await attached(came)
    const answered = Object.entries(came.pageAnswers).map(([key, body]) => ({
      key,
      hash: sha256(JSON.stringify(body)),
    }))
    expect(answered.map(({ key }) => key)).toEqual([CATEGORIES_PATH, list(1)])
    await visitor.tells(...answered)
    const later = await asked(list(2))
    const liked = await asked(performersByIdPath(["p_model7"], "nl"))
    const typed = await asked(autocompletePath({ typed: "model7", locale: "nl", limit: 10 }))
    await visitor.tells(
      { key: later.path, hash: later.hash },
      { key: "/api/performers", hash: liked.hash },
      { key: "/api/performers/autocomplete", hash: typed.hash },
      { key: later.path, hash: later.hash },
      { key: "/api/secret", hash: sha256("never served") },
    )
    // First the hashes that are kept, then the unknown ones.
    await expect.poll(() => cited("unknown"), { timeout: 15_000 }).toBe(3)
    expect(await cited("kept")).toBe(3)
    const answers = await answersOf(came.visit)
    expect(answers.map(({ key, body }) => [key, body !== undefined])).toEqual([
      [CATEGORIES_PATH, true],
      [list(1), true],
      [list(2), true],
      ["/api/performers", false],
      ["/api/performers/autocomplete", false],
      [list(2), false],
      ["/api/secret", false],
    ])
    expect(answers[0]?.body).toEqual(came.pageAnswers[CATEGORIES_PATH])
    expect(answers[1]?.body).toEqual(came.pageAnswers[list(1)])
    expect(answers[2]?.body).toEqual(JSON.parse(later.text))
  })

  it("are there for the next visit that reads the same, and after a restart", async () => {
    const first = await page()
    const later = await asked(list(1))
    const told = { key: later.path, hash: later.hash }
    await (await attached(first)).tells(told)
    await expect.poll(() => cited("kept"), { timeout: 15_000 }).toBe(1)
    const second = await page()
    await (await attached(second)).tells(told)
    for (const reader of readers.splice(0)) reader.close()
    const { dataDir } = gateway
    await gateway.close()
    gateway = await startGateway({ upstream: upstream.url, dataDir })
    for (const { visit } of [first, second]) {
      expect((await answersOf(visit)).map(({ body }) => body)).toEqual([JSON.parse(later.text)])
    }
  })

  it("leave no trace where the visit that read them never attached", async () => {
    await page()
    await asked(list(1))
    const reader = await page()
    await (await attached(reader)).tells({ key: "/api/x", hash: sha256("never served") })
    await expect.poll(() => cited("unknown"), { timeout: 15_000 }).toBe(1)
    expect(await metric("foldcast_recent_answer_bytes")).toBeGreaterThan(0)
    expect(await metric("foldcast_kept_answer_bytes")).toBe(0)
    expect(await cited("kept")).toBe(0)
  })
})
