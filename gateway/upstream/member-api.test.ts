/** Requests to the member API and its decoded answers, over real HTTP. */
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { Duration, Effect, Layer, Redacted } from "effect"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { UpstreamKeys } from "./upstream-keys.ts"
import { type ApiRequest, MemberApi } from "./member-api.ts"

let status = 200
let body: unknown = {}
let seen: IncomingMessage | null = null
const server = createServer((request, response) => {
  seen = request
  response.writeHead(status, { "Content-Type": "application/json" })
  response.end(JSON.stringify(body))
})

const call = (request: ApiRequest) =>
  MemberApi.use((api) => api.call(request)).pipe(
    Effect.provide(
      MemberApi.layer({
        baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        key: Redacted.make("the-api-key"),
        readTimeout: Duration.seconds(5),
        writeTimeout: Duration.seconds(5),
        retries: 0,
        maxCalls: 10,
        longestPause: Duration.seconds(5),
      }).pipe(Layer.provide(Layer.merge(GatewayMetrics.layer, UpstreamKeys.layer))),
    ),
    Effect.runPromise,
  )

describe("a call to the member API", () => {
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()))
  })
  beforeEach(() => {
    status = 200
    body = {}
    seen = null
  })
  afterAll(() => server.close())

  it("has key, token, lang and noNude [API-001, API-002]", async () => {
    const token = Redacted.make("the-token")
    await call({ call: "GET /basic-info", token, lang: "en", noNude: true })
    expect(seen?.headers).toMatchObject({
      "x-api-key": "the-api-key",
      authorization: "Bearer the-token",
    })
    expect(seen?.url).toBe("/basic-info?lang=en&noNude=true")
  })

  it("leaves out what is absent [API-002]", async () => {
    await call({ call: "GET /wallet", lang: "nl", noNude: false })
    expect(seen?.url).toBe("/wallet?lang=nl")
    for (const name of ["authorization", "x-client-address", "x-client-agent"]) {
      expect(seen?.headers).not.toHaveProperty(name)
    }
  })

  it("reads the member from a log-in's answer, and takes no other header for it", async () => {
    const clientAgent = "Agent/1.0"
    await call({
      call: "POST /login",
      body: {},
      lang: "nl",
      noNude: false,
      clientAddress: "192.0.2.1",
      clientAgent,
    })
    expect(seen?.headers).toMatchObject({
      "x-client-address": "192.0.2.1",
      "x-client-agent": clientAgent,
    })
  })

  it.each([201, 204, 302, 400, 404, 418, 500])(
    "refuses an answer of %i, whatever it holds [API-003]",
    async (other) => {
      status = other
      body = { label: "aLabel", token: "t" }
      const outcome = await call({ call: "POST /login", body: {}, lang: "nl", noNude: false })
      expect(outcome).toMatchObject({ _tag: "Refused", status: other })
    },
  )

  it.each(["..", ".", "", "\ud800"])(
    "is not made where an id would lead to another path: %j",
    async (id) => {
      const outcome = await call({
        call: "GET /payment/session/{id}",
        id,
        lang: "nl",
        noNude: false,
      })
      expect(outcome).toEqual({ _tag: "Unavailable" })
      expect(seen).toBe(null)
    },
  )

  it.each([
    ["../login", "/payment/session/..%2Flogin"],
    ["%2e%2e", "/payment/session/%252e%252e"],
    ["a?b#c$&", "/payment/session/a%3Fb%23c%24%26"],
  ])("has an id as one segment of its path: %s", async (id, path) => {
    await call({ call: "GET /payment/session/{id}", id, lang: "nl", noNude: false })
    expect(seen?.url).toBe(`${path}?lang=nl`)
  })

  it("accepts an answer of 200 [API-003]", async () => {
    body = { token: "t" }
    const outcome = await call({ call: "POST /login", body: {}, lang: "nl", noNude: false })
    expect(outcome).toEqual({ _tag: "Answered", body: { token: "t" } })
  })
})
