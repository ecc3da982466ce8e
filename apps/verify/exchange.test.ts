/** The report for a provider with an incomplete or foreign answer. */
import { createServer, type RequestListener } from "node:http"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, it } from "vitest"
import { MAX_ANSWER_BYTES } from "@foldcast/contracts/upstream/limits"
import { exchange, httpTransport } from "./exchange.ts"
import type { HttpInteraction } from "./pact-file.ts"
import { SetUpFailed, stateHook } from "./provider-states.ts"

const interaction: HttpInteraction = {
  type: "Synchronous/HTTP",
  description: "a number of performers",
  request: { method: "GET", path: "/user/count" },
  response: {
    status: 200,
    body: { content: { count: 2 }, contentType: "application/json" },
    matchingRules: { body: { "$.count": { matchers: [{ match: "integer" }] } } },
  },
}
const asked = {
  request: { method: "GET", target: "/user/count", headers: {}, body: undefined },
  values: {},
}

const overHttp = (baseUrl: string) => httpTransport(baseUrl, { value: "", variable: "" })

let answer: RequestListener = (_, response) => response.end()
const server = createServer((asked, response) => answer(asked, response))
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

it("an answer that never comes breaks the contract, after a bounded time", async () => {
  answer = () => undefined
  expect(await exchange(overHttp(url), interaction, asked, { withinMs: 50 })).toEqual([
    { path: "answer", expected: "a whole answer within 0.05 s", actual: "none in that time" },
  ])
})

it("an answer that breaks off breaks the contract, before its head or after it", async () => {
  answer = (_, response) => response.destroy()
  expect(await exchange(overHttp(url), interaction, asked)).toMatchObject([{ path: "answer" }])
  answer = (_, response) => {
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "99" })
    response.write('{"count"', () => response.destroy())
  }
  expect(await exchange(overHttp(url), interaction, asked)).toMatchObject([
    { path: "answer", actual: expect.stringContaining("the connection broke off") },
  ])
})

it("a redirect is reported with its target, and a page as no JSON", async () => {
  answer = (_, response) => {
    response.writeHead(302, { "Content-Type": "text/html", Location: "/log-in" })
    response.end("<html>")
  }
  expect(await exchange(overHttp(url), interaction, asked)).toEqual([
    { path: "status", expected: "200", actual: "302, to /log-in" },
    { path: "header content-type", expected: "application/json", actual: `"text/html"` },
    { path: "$", expected: "JSON", actual: `"<html>"` },
  ])
})

it("only an expected answer is looked at further, and each place is reported once", async () => {
  const furtherReading = () => [
    { path: "$.count", expected: "a value between 0 and 5", actual: "9" },
    { path: "$.more", expected: "a text", actual: "9" },
  ]
  const pathsOf = async (status: number, count: unknown) => {
    answer = (_, response) => {
      response.writeHead(status, { "Content-Type": "application/json" })
      response.end(JSON.stringify({ count }))
    }
    const mismatches = await exchange(overHttp(url), interaction, asked, { furtherReading })
    return mismatches.map(({ path, expected }) => `${path}: ${expected}`)
  }
  const more = "$.more: a text"
  expect(await pathsOf(200, 9)).toEqual(["$.count: a value between 0 and 5", more])
  expect(await pathsOf(200, "9")).toEqual(["$.count: a whole number", more])
  expect(await pathsOf(404, 9)).toEqual(["status: 200"])
})

it("a state that the hook cannot enter is reported as such, whatever the service answers", async () => {
  const enter = () => stateHook(url)("a guest", { apiKey: "secret-key", of: "it" })
  const notEntered = { _tag: "StateNotEntered", state: "a guest" }
  for (const [status, text] of [
    [404, "no such state"],
    [200, "<html>"],
    [200, "[]"],
  ] as const) {
    answer = (_, response) => response.writeHead(status).end(text)
    await expect(enter()).rejects.toMatchObject({
      ...notEntered,
      actual: expect.stringContaining(text),
      reproduction: `curl -si -X POST '${url}' -H 'Content-Type: application/json' --data-raw '{"state":"a guest","params":{"of":"it"}}'`,
    })
  }
  answer = (_, response) => {
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "99" })
    response.write("{", () => response.destroy())
  }
  await expect(enter()).rejects.toMatchObject(notEntered)
})

it("an answer longer than the gateway reads breaks the contract", async () => {
  answer = (_, response) => {
    response.writeHead(200, { "Content-Type": "application/json" })
    response.end(JSON.stringify({ count: 2, more: "x".repeat(MAX_ANSWER_BYTES) }))
  }
  expect(await exchange(overHttp(url), interaction, asked)).toMatchObject([
    { path: "answer", expected: `at most ${MAX_ANSWER_BYTES} bytes` },
  ])
})

it("setting up fails where the service or its hook does not listen", async () => {
  const nobody = createServer().listen(0, "127.0.0.1")
  await once(nobody, "listening")
  const address = `http://127.0.0.1:${(nobody.address() as AddressInfo).port}`
  nobody.close()
  await once(nobody, "close")
  for (const tried of [
    exchange(overHttp(address), interaction, asked),
    stateHook(address)("a guest", {}),
  ]) {
    await expect(tried).rejects.toBeInstanceOf(SetUpFailed)
    await expect(tried).rejects.toThrow(/ECONNREFUSED/u)
  }
})
