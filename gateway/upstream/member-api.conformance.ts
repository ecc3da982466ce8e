/** What calls to the member API are, whichever way they are sent. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Duration, Effect, Fiber, Redacted } from "effect"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { MAX_ANSWER_BYTES } from "@foldcast/contracts/upstream/limits"
import { MAX_JSON_DEPTH } from "@foldcast/contracts/upstream/parse-json"
import { SILENCES } from "./circuit.ts"
import type { ExchangeBounds } from "./exchange.ts"
import type { ApiRequest } from "./member-api.ts"
import {
  KEY,
  type ScriptedMemberApi,
  type TransportUnderTest,
  withMemberApi,
} from "./member-api-providers.fixture.ts"

const PLAIN = { lang: "nl", noNude: false } as const
const LOG_IN: ApiRequest = { ...PLAIN, call: "POST /login", body: {} }
const CREDITS: ApiRequest = { ...PLAIN, call: "GET /credits", token: Redacted.make("the-token") }
const UNAVAILABLE = { _tag: "Unavailable" }
const UNKNOWN = { _tag: "Unknown" }

const levels = (count: number) => JSON.parse(`${"[".repeat(count)}${"]".repeat(count)}`) as unknown
const long = (bytes: number) => {
  const rest = JSON.stringify({ credits: 5, more: "" }).length
  return { credits: 5, more: "x".repeat(bytes - rest) }
}

/** An address at which nothing listens. */
const nobody = async (): Promise<string> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

export const memberApiConformance = (kind: TransportUnderTest) =>
  describe(`a call to the member API over ${kind.name}`, () => {
    let provider: ScriptedMemberApi

    beforeAll(async () => {
      provider = await kind.provider()
    })
    beforeEach(() => {
      provider.seen.length = 0
      provider.reply = () => ({ status: 200, body: {} })
    })
    afterAll(() => provider.close())

    const call = (request: ApiRequest, bounds: Partial<ExchangeBounds> = {}) =>
      withMemberApi(kind, provider.url, (api) => api.call(request), bounds)

    it.each(["GET /credits", "POST /activate", "PUT /member", "DELETE /favourite"] as const)(
      "carries key, token, lang and noNude, and who asks: %s [API-001, API-002]",
      async (name) => {
        await call({
          call: name,
          body: name.startsWith("GET") ? undefined : { a: ["é", 1, null] },
          query: { wallet: "a&b=c", "10": "" },
          token: Redacted.make("the-token"),
          lang: "en",
          noNude: true,
          clientAddress: "192.0.2.1",
          clientAgent: "Agent/1.0",
        })
        const [method, path] = name.split(" ")
        expect(provider.seen).toEqual([
          {
            method,
            path,
            query: { wallet: "a&b=c", "10": "" },
            body: method === "GET" ? undefined : { a: ["é", 1, null] },
            key: KEY,
            token: "the-token",
            lang: "en",
            noNude: true,
            clientAddress: "192.0.2.1",
            clientAgent: "Agent/1.0",
          },
        ])
      },
    )

    it("leaves out what is absent [API-002]", async () => {
      await call({ ...PLAIN, call: "GET /wallet" })
      const none = { token: undefined, clientAddress: undefined, clientAgent: undefined }
      const bare = { query: {}, body: undefined, lang: "nl", noNude: false }
      expect(provider.seen).toEqual([
        { method: "GET", path: "/wallet", key: KEY, ...bare, ...none },
      ])
    })

    it("accepts an answer of 200 [API-003]", async () => {
      provider.reply = () => ({ status: 200, body: { token: "t" } })
      expect(await call(LOG_IN)).toEqual({ _tag: "Answered", body: { token: "t" } })
    })

    it.each([201, 204, 302, 400, 404, 418, 500])(
      "refuses an answer of %i, whatever it holds [API-003]",
      async (status) => {
        const body = { label: "incorrectPassword", token: "t", waitSeconds: 7 }
        provider.reply = () => ({ status, body: status === 204 ? undefined : body })
        const label = status === 204 ? null : "incorrectPassword"
        expect(await call(LOG_IN)).toMatchObject({ _tag: "Refused", status, label })
      },
    )

    it("tells the refusal of the key from that of the token", async () => {
      provider.reply = () => ({ status: 401, body: { label: "apiKeyRefused" } })
      expect(await call(CREDITS)).toEqual({ _tag: "KeyRefused" })
      provider.reply = () => ({ status: 401, body: { label: "unauthorized" } })
      expect(await call(CREDITS)).toMatchObject({ _tag: "Refused", status: 401 })
    })

    it.each(["..", ".", "", "\ud800"])(
      "is not made where an id would lead to another path: %j",
      async (id) => {
        const ask = { ...PLAIN, call: "GET /payment/session/{id}", id } as const
        expect(await call(ask)).toEqual(UNAVAILABLE)
        expect(provider.seen).toEqual([])
      },
    )

    it.each([
      ["../login", "/payment/session/..%2Flogin"],
      ["%2e%2e", "/payment/session/%252e%252e"],
      ["a?b#c$&", "/payment/session/a%3Fb%23c%24%26"],
    ])("has an id as one segment of its path: %s", async (id, path) => {
      await call({ ...PLAIN, call: "GET /payment/session/{id}", id })
      expect(provider.seen).toMatchObject([{ path, query: {} }])
    })

    it("has changed nothing where nobody listens", async () => {
      const address = await nobody()
      for (const request of [CREDITS, LOG_IN]) {
        const outcome = await withMemberApi(kind, address, (api) => api.call(request))
        expect(outcome).toEqual(UNAVAILABLE)
      }
    })

    it.each(["hang", "cut"] as const)(
      "has an end that is unknown only where it may have changed something: %s",
      async (reply) => {
        provider.reply = () => reply
        const soon = { readTimeout: Duration.millis(50), writeTimeout: Duration.millis(50) }
        const bounds = reply === "hang" ? soon : {}
        const outcomes = await withMemberApi(
          kind,
          provider.url,
          (api) => Effect.all([api.call(CREDITS), api.call(LOG_IN)]),
          bounds,
        )
        expect(outcomes).toEqual([UNAVAILABLE, UNKNOWN])
      },
    )

    it("is made again after a broken connection where it only reads, and never where it changes", async () => {
      provider.reply = () =>
        provider.seen.length < 3 ? "cut" : { status: 200, body: { credits: 5 } }
      const answered = { _tag: "Answered", body: { credits: 5 } }
      expect(await call(CREDITS, { retries: 2 })).toEqual(answered)
      expect(provider.seen).toHaveLength(3)
      provider.seen.length = 0
      expect(await call(LOG_IN, { retries: 2 })).toEqual(UNKNOWN)
      expect(provider.seen).toHaveLength(1)
    })

    it("is not made while the upstream has not answered ten times in a row", async () => {
      provider.reply = () => "cut"
      const outcomes = await withMemberApi(kind, provider.url, (api) =>
        Effect.all(Array.from({ length: SILENCES + 2 }, () => api.call(LOG_IN))),
      )
      expect(outcomes.slice(-3)).toEqual([UNKNOWN, UNAVAILABLE, UNAVAILABLE])
      expect(provider.seen).toHaveLength(SILENCES)
    })

    it("waits where too many are out, and fails where too many wait", async () => {
      const gates: Array<() => void> = []
      provider.reply = async () => {
        await new Promise<void>((resolve) => gates.push(resolve))
        return { status: 200, body: { token: "t" } }
      }
      const outcomes = await withMemberApi(
        kind,
        provider.url,
        (api) =>
          Effect.gen(function* () {
            const made = yield* Effect.replicateEffect(
              Effect.forkChild(api.call(LOG_IN), { startImmediately: true }),
              2 + 8,
            )
            expect(yield* api.call(LOG_IN)).toEqual(UNAVAILABLE)
            for (let answered = 0; answered < made.length; answered += 2) {
              yield* Effect.promise(() => provider.until(answered + 2))
              expect(provider.seen).toHaveLength(answered + 2)
              for (const open of gates.splice(0)) open()
            }
            return yield* Effect.forEach(made, Fiber.join)
          }),
        { maxCalls: 2 },
      )
      expect(outcomes.map(({ _tag }) => _tag)).toEqual(outcomes.map(() => "Answered"))
    })

    it("lets the time in its answer confirm the clock", async () => {
      const at = Date.UTC(2026, 8, 15, 8)
      provider.reply = () => ({ status: 200, body: { credits: 5 }, at })
      const witnessed: Array<number> = []
      const asked = withMemberApi(
        kind,
        provider.url,
        (api) => api.call(CREDITS),
        {},
        (time) => witnessed.push(time),
      )
      expect(await asked).toMatchObject({ _tag: "Answered" })
      expect(witnessed).toEqual([at])
    })

    it.each([
      ["as long as an answer may be", long(MAX_ANSWER_BYTES), true],
      ["one byte longer", long(MAX_ANSWER_BYTES + 1), false],
      ["as deep as JSON may be", { credits: 5, more: levels(MAX_JSON_DEPTH - 1) }, true],
      ["one level deeper", { credits: 5, more: levels(MAX_JSON_DEPTH) }, false],
      ["far deeper", { credits: 5, more: levels(5_000) }, false],
      ["not what the contract says", { credits: "5" }, false],
      ["missing", undefined, false],
    ])("reads what may be read: an answer that is %s", async (_, body, isRead) => {
      provider.reply = () => ({ status: 200, body })
      const outcome = await call(CREDITS)
      if (isRead) expect(outcome).toMatchObject({ _tag: "Answered", body: { credits: 5 } })
      else expect(outcome).toEqual(UNAVAILABLE)
    })

    it("repairs half a surrogate pair", async () => {
      provider.reply = () => ({ status: 200, body: { token: "a\ud83d" } })
      expect(await call(LOG_IN)).toEqual({ _tag: "Answered", body: { token: "a\ufffd" } })
    })
  })
