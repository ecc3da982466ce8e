/** Concurrent calls, and the time in their answers, over real HTTP. */
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Duration, Effect, Fiber, Redacted } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { TimeWitness } from "../steady-clock.ts"
import { makeExchange, type UpstreamConfig } from "./exchange.ts"

const config = (url: string): UpstreamConfig => ({
  baseUrl: url,
  key: Redacted.make("the-api-key"),
  readTimeout: Duration.minutes(1),
  writeTimeout: Duration.minutes(1),
  retries: 0,
  maxCalls: 2,
  longestPause: Duration.seconds(5),
})
const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const waiting: Array<ServerResponse> = []
let open = 0
let most = 0
const server = createServer((_request, response) => {
  waiting.push(response)
  open += 1
  most = Math.max(most, open)
  response.once("finish", () => {
    open -= 1
  })
})

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve())))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

it("one host's calls are limited, some wait, and other hosts' do not", async () => {
  const program = Effect.gen(function* () {
    const exchange = yield* makeExchange("member-api", config(url()), yield* GatewayMetrics)
    const call = exchange({ call: "POST /login", lang: "nl", noNude: false }, { headers: {} })
    const made = yield* Effect.replicateEffect(
      Effect.forkChild(call, { startImmediately: true }),
      2 + 8,
    )
    expect(yield* call).toEqual({ _tag: "Unavailable" })
    for (let answered = 0; answered < made.length; answered += 2) {
      while (waiting.length < 2) {
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      }
      for (const response of waiting.splice(0)) response.end("{}")
    }
    expect(most).toBe(2)
    const outcomes = yield* Effect.forEach(made, Fiber.join)
    expect(outcomes.map(({ _tag }) => _tag)).toEqual(outcomes.map(() => "Answered"))
  })
  await Effect.runPromise(Effect.scoped(Effect.provide(program, GatewayMetrics.layer)))
})

it("an answer's Date header confirms the time, where no cache answered", async () => {
  const DATE = "Tue, 15 Sep 2026 08:00:00 GMT"
  const witnessed: Array<number> = []
  const program = Effect.gen(function* () {
    const exchange = yield* makeExchange("member-api", config(url()), yield* GatewayMetrics)
    for (const headers of [{ Date: DATE }, { Date: DATE, Age: "7" }, { Date: "now" }]) {
      const asked = yield* Effect.forkChild(
        exchange({ call: "POST /login", lang: "nl", noNude: false }, { headers: {} }),
        { startImmediately: true },
      )
      while (waiting.length === 0) {
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      }
      for (const response of waiting.splice(0)) response.writeHead(200, headers).end("{}")
      yield* Fiber.join(asked)
    }
  }).pipe(Effect.provideService(TimeWitness, (at) => witnessed.push(at)))
  await Effect.runPromise(Effect.scoped(Effect.provide(program, GatewayMetrics.layer)))
  expect(witnessed).toEqual([Date.parse(DATE)])
})
