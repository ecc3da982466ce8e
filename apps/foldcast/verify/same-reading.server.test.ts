/** The gateway can use what the verifier accepts, and the verifier rejects what the gateway cannot use. */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Duration, Effect, Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { MAX_ANSWER_BYTES } from "@foldcast/contracts/upstream/limits"
import { MAX_JSON_DEPTH } from "@foldcast/contracts/upstream/parse-json"
import { makeExchange } from "@foldcast/gateway/upstream/exchange"
import { httpTransport } from "@foldcast/gateway/upstream/http-transport"
import { GatewayMetrics } from "@foldcast/gateway/telemetry/metrics"
import {
  exchange as verifyExchange,
  httpTransport as verifierTransport,
} from "@foldcast/verify/exchange"
import type { HttpInteraction } from "@foldcast/verify/pact-file"

let answer = { type: "", bytes: Buffer.from("") }
const server = createServer((_, response) => {
  response.writeHead(200, { "Content-Type": answer.type }).end(answer.bytes)
})
let url = ""
beforeAll(async () => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const interaction: HttpInteraction = {
  type: "Synchronous/HTTP",
  description: "a name",
  request: { method: "GET", path: "/name" },
  response: {
    status: 200,
    body: { content: { name: "x" }, contentType: "application/json" },
    matchingRules: { body: { "$.name": { matchers: [{ match: "type" }] } } },
  },
}

/** What the gateway's decoders receive; undefined for invalid JSON. */
const atGateway = async (): Promise<unknown> => {
  const config = {
    baseUrl: url,
    key: Redacted.make("the-api-key"),
    readTimeout: Duration.minutes(1),
    writeTimeout: Duration.minutes(1),
    retries: 0,
    maxCalls: 1,
    longestPause: Duration.seconds(5),
  }
  const program = Effect.gen(function* () {
    const exchange = yield* makeExchange(
      "member-api",
      config,
      httpTransport(config),
      yield* GatewayMetrics,
    )
    return yield* exchange({ call: "GET /name", lang: "nl", noNude: false })
  })
  const outcome = await Effect.runPromise(
    Effect.scoped(Effect.provide(program, GatewayMetrics.layer)),
  )
  return outcome._tag === "Answered" ? outcome.body : outcome
}

/** What the verifier's own checks receive; its mismatches when there is no body to check. */
const atVerifier = async (): Promise<unknown> => {
  let body: unknown
  const mismatches = await verifyExchange(
    verifierTransport(url, { value: "", variable: "" }),
    interaction,
    { request: { method: "GET", target: "/name", headers: {}, body: undefined }, values: {} },
    {
      furtherReading: (_, read) => {
        body = read
        return []
      },
    },
  )
  return mismatches.length === 0 ? body : undefined
}

const JSON_TYPE = "application/json"
const utf8 = (text: string) => Buffer.from(text, "utf8")
const named = (rest: string) => utf8(`{"name":"a"${rest}}`)
const deep = (levels: number) => named(`,"deep":${"[".repeat(levels)}${"]".repeat(levels)}`)
const long = (bytes: number) => named(`,"more":"${"x".repeat(bytes - named(',"more":""').length)}"`)

describe("the verifier and the gateway", () => {
  it.each([
    ["plain", utf8('{"name":"a"}'), JSON_TYPE, { name: "a" }],
    ["a byte order mark", utf8('\ufeff{"name":"a"}'), JSON_TYPE, { name: "a" }],
    ["two byte order marks", utf8('\ufeff\ufeff{"name":"a"}'), JSON_TYPE, undefined],
    ["a name twice", utf8('{"name":"a","name":"b"}'), JSON_TYPE, { name: "b" }],
    ["half a pair", utf8('{"name":"a\\ud83d"}'), JSON_TYPE, { name: "a\ufffd" }],
    ["a whole pair", utf8('{"name":"\\ud83d\\ude00"}'), JSON_TYPE, { name: "😀" }],
    ["another charset said", utf8('{"name":"é"}'), `${JSON_TYPE}; charset=latin1`, { name: "é" }],
    ["UTF-16", Buffer.from('\ufeff{"name":"a"}', "utf16le"), JSON_TYPE, undefined],
    ["Latin-1", Buffer.from('{"name":"é"}', "latin1"), JSON_TYPE, undefined],
    ["half a character", Buffer.from([...utf8('{"name":"'), 0xe2, 0x82]), JSON_TYPE, undefined],
    ["another type of JSON", utf8('{"name":"a"}'), "application/problem+json", { name: "a" }],
    ["an odd end", utf8('{"name":"a",}'), JSON_TYPE, undefined],
    ["a comment", utf8('{"name":"a"} // a'), JSON_TYPE, undefined],
    ["NaN", utf8('{"name":NaN}'), JSON_TYPE, undefined],
    ["nothing", utf8(""), JSON_TYPE, undefined],
    ["too deep", deep(MAX_JSON_DEPTH), JSON_TYPE, undefined],
    ["far too deep", deep(100_000), JSON_TYPE, undefined],
    ["one byte too much", long(MAX_ANSWER_BYTES + 1), JSON_TYPE, undefined],
  ] as const)("agree on %s [LINK-08]", async (_, bytes, type, expected) => {
    answer = { bytes, type }
    expect(await atGateway()).toEqual(expected)
    expect(await atVerifier()).toEqual(expected)
  })

  it("accept what is just within the limits of depth and length [LINK-08]", async () => {
    for (const bytes of [deep(MAX_JSON_DEPTH - 1), long(MAX_ANSWER_BYTES)]) {
      answer = { bytes, type: JSON_TYPE }
      const expected: unknown = JSON.parse(bytes.toString("utf8"))
      expect(await atGateway()).toEqual(expected)
      expect(await atVerifier()).toEqual(expected)
    }
  })
})
