/** Calls to the member API over HTTP and over its socket, over real connections. */
import { Duration, Effect, Fiber, Redacted } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { MAX_SOCKET_REQUEST_BYTES } from "@foldcast/contracts/upstream/limits"
import type { ApiRequest } from "./member-api.ts"
import { memberApiConformance } from "./member-api.conformance.ts"
import {
  KEY,
  OVER_HTTP,
  OVER_SOCKET,
  type SocketMemberApi,
  socketProvider,
  withMemberApi,
} from "./member-api-providers.fixture.ts"
import { socketTransport } from "./socket-transport.ts"

memberApiConformance(OVER_HTTP)
memberApiConformance(OVER_SOCKET)

const PLAIN = { lang: "nl", noNude: false } as const
const LOG_IN: ApiRequest = { ...PLAIN, call: "POST /login", body: {} }
const CREDITS: ApiRequest = { ...PLAIN, call: "GET /credits" }
const TOKEN = { _tag: "Answered", body: { token: "t" } }
const UNAVAILABLE = { _tag: "Unavailable" }

describe("the member API over a socket", () => {
  let provider: SocketMemberApi
  beforeEach(async () => {
    provider = await socketProvider()
    provider.reply = () => ({ status: 200, body: { token: "t", credits: 5 } })
  })
  afterEach(() => provider.close())

  const asking = (calls: Parameters<typeof withMemberApi>[2], bounds = {}) =>
    withMemberApi(OVER_SOCKET, provider.url, calls, bounds)

  it("is asked by events of the four methods with key, token, lang and noNude, over one connection that knows the key alone [API-004]", async () => {
    const asked = { token: Redacted.make("the-token"), lang: "en", noNude: true } as const
    const calls = ["GET /credits", "POST /login", "PUT /member", "DELETE /member"] as const
    await asking((api) => Effect.forEach(calls, (call) => api.call({ ...asked, call })))
    const shown = { key: KEY, token: "the-token", lang: "en", noNude: true }
    expect(provider.seen).toMatchObject(
      ["GET", "POST", "PUT", "DELETE"].map((method) => ({ method, ...shown })),
    )
    expect(provider.handshakes).toEqual([{ key: KEY }])
  })

  it("is never asked over HTTP instead, whatever its socket does", async () => {
    const refusals = ["unavailable", "Invalid namespace", "apiKeyRefused"]
    provider.admit = () => Promise.resolve(new Error(refusals.shift() ?? "unavailable"))
    const outcomes = await asking((api) => Effect.forEach([LOG_IN, CREDITS, LOG_IN], api.call))
    expect(outcomes).toEqual([UNAVAILABLE, UNAVAILABLE, { _tag: "KeyRefused" }])
    provider.admit = () => Promise.resolve(undefined)
    provider.reply = () => "cut"
    await asking((api) => Effect.forEach([LOG_IN, CREDITS], api.call))
    expect(provider.httpRequests).toBe(0)
  })

  it("is asked over a new connection after one that was cut, and what was under way is not sent again", async () => {
    provider.reply = () =>
      provider.seen.length === 1 ? "cut" : { status: 200, body: { token: "t" } }
    const outcomes = await asking((api) => Effect.forEach([LOG_IN, LOG_IN], api.call))
    expect(outcomes).toEqual([{ _tag: "Unknown" }, TOKEN])
    expect(provider.seen).toHaveLength(2)
    expect(provider.handshakes).toHaveLength(2)
  })

  it("leaves a connection over which nothing comes, and still hears what was asked over it before", async () => {
    let answer = () => undefined as void
    provider.reply = async ({ method }) => {
      if (method === "GET") return "hang"
      if (provider.seen.length > 2) return { status: 200, body: { token: "later" } }
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return { status: 200, body: { token: "t" } }
    }
    const outcomes = await asking(
      (api) =>
        Effect.gen(function* () {
          const early = yield* Effect.forkChild(api.call(LOG_IN), { startImmediately: true })
          yield* Effect.promise(() => provider.until(1))
          const silent = yield* api.call(CREDITS)
          // The library's own end of the wait comes a moment later.
          const later = yield* Effect.repeat(api.call(LOG_IN), {
            until: () => provider.handshakes.length === 2,
          })
          answer()
          return [silent, later, yield* Fiber.join(early)]
        }),
      { readTimeout: Duration.millis(50) },
    )
    expect(outcomes).toEqual([UNAVAILABLE, { ...TOKEN, body: { token: "later" } }, TOKEN])
  })

  it("is not asked what was given up while the connection was being opened", async () => {
    let admit = () => undefined as void
    const admitted = new Promise<undefined>((resolve) => {
      admit = () => resolve(undefined)
    })
    provider.admit = () => admitted
    const outcomes = await asking(
      (api) =>
        Effect.gen(function* () {
          const given = yield* api.call(CREDITS)
          const asked = yield* Effect.forkChild(api.call(LOG_IN), { startImmediately: true })
          admit()
          return [given, yield* Fiber.join(asked)]
        }),
      { readTimeout: Duration.millis(50) },
    )
    expect(outcomes).toEqual([UNAVAILABLE, TOKEN])
    expect(provider.seen.map(({ path }) => path)).toEqual(["/login"])
  })

  it("has been asked nothing where its namespace never answers", async () => {
    provider.admit = () => new Promise(() => {})
    const transport: (typeof OVER_SOCKET)["transport"] = (url, bounds) =>
      socketTransport({
        ...bounds,
        url,
        key: Redacted.make(KEY),
        connectTimeout: Duration.millis(200),
      })
    const outcome = await withMemberApi({ transport }, provider.url, (api) => api.call(LOG_IN))
    expect(outcome).toEqual(UNAVAILABLE)
  })

  it("is not sent a request that is too long for it, and its connection stays", async () => {
    const long = { ...LOG_IN, body: { more: "x".repeat(MAX_SOCKET_REQUEST_BYTES) } }
    const outcomes = await asking((api) => Effect.forEach([LOG_IN, long, LOG_IN], api.call))
    expect(outcomes).toEqual([TOKEN, UNAVAILABLE, TOKEN])
    expect(provider.handshakes).toHaveLength(1)
  })

  it.each([
    [undefined],
    [null],
    ["200"],
    [{ token: "t" }],
    [{ status: "200", body: { token: "t" }, at: 1 }],
    [{ status: 2_000, body: { token: "t" }, at: 1 }],
    [{ status: 200, body: { token: "t" } }],
    [{ status: 200, body: { token: "t" }, at: "1" }],
    [{ status: 200, body: Buffer.from("{}"), at: 1 }],
  ])("has not answered where it acknowledges with %j", async (acknowledgement) => {
    provider.acknowledgement = () => acknowledgement
    expect(await asking((api) => Effect.forEach([LOG_IN, CREDITS], api.call))).toEqual([
      { _tag: "Unknown" },
      UNAVAILABLE,
    ])
  })
})
