/** What the verifier says of a member API that answers over a socket, and not as the contract says. */
import { createServer, type Server as HttpServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Server, type Socket } from "socket.io"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import type { HttpInteraction, PactFile } from "./pact-file.ts"
import { payloadOf, verifyCallsBySocket } from "./verify-calls-by-socket.ts"

const KEY = { value: "the-api-key", variable: "MEMBER_API_KEY" }

const interaction: HttpInteraction = {
  type: "Synchronous/HTTP",
  description: "the credits of a member",
  request: {
    method: "GET",
    path: "/credits",
    query: { lang: ["nl"] },
    headers: { "X-Api-Key": [KEY.value], Authorization: ["Bearer t"] },
  },
  response: {
    status: 200,
    body: { content: { credits: 5 }, contentType: "application/json" },
    matchingRules: { body: { "$.credits": { matchers: [{ match: "integer" }] } } },
  },
}
const pact: PactFile = {
  consumer: { name: "gateway" },
  provider: { name: "member-api" },
  interactions: [interaction],
}

type Acknowledge = (answer: unknown) => void

const KEPT = { status: 200, body: { credits: 7 }, at: 1_800_000_000_000 }
let answer: (acknowledge: Acknowledge, socket: Socket) => void
let isKeyChecked = true
let http: HttpServer
let io: Server
let url = ""

beforeAll(async () => {
  http = createServer()
  io = new Server(http, { transports: ["websocket"], serveClient: false })
  const namespace = io.of("/api")
  namespace.use((socket, next) => {
    const isKnown = socket.handshake.auth["key"] === KEY.value
    next(isKnown || !isKeyChecked ? undefined : new Error("apiKeyRefused"))
  })
  namespace.on("connection", (socket) => {
    socket.on("GET", (_: unknown, acknowledge: Acknowledge) => answer(acknowledge, socket))
  })
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", () => resolve()))
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
})
beforeEach(() => {
  answer = (acknowledge) => acknowledge(KEPT)
  isKeyChecked = true
})
afterAll(() => io.close())

const mismatches = async (withinMs = 10_000, key = KEY) => {
  const provider = { url, key, withinMs, enterState: () => Promise.resolve({}) }
  const { interactions } = await verifyCallsBySocket(provider, pact, () => [])
  return interactions.map((one) => one.mismatches.map(({ path, actual }) => `${path}: ${actual}`))
}

it("an acknowledgement that keeps the contract is kept, and so is a refused key", async () => {
  expect(await mismatches()).toEqual([[], []])
})

it.each([
  ["another shape of the body", { ...KEPT, body: { credits: "7" } }, `$.credits: "7"`],
  ["another status", { ...KEPT, status: 201 }, "status: 201"],
  [
    "no time",
    { status: 200, body: { credits: 7 } },
    `acknowledgement: {"status":200,"body":{"credits":7}}`,
  ],
  ["no body", { status: 200, at: 1 }, `$: ""`],
  ["the body alone", { credits: 7 }, `acknowledgement: {"credits":7}`],
])("an acknowledgement with %s breaks the contract", async (_, acknowledged, told) => {
  answer = (acknowledge) => acknowledge(acknowledged)
  expect(await mismatches()).toEqual([[told], []])
})

it("a call that is not acknowledged breaks the contract, and one whose connection ends", async () => {
  answer = () => undefined
  expect(await mismatches(50)).toEqual([["answer: none in that time"], []])
  answer = (_, socket) => socket.disconnect(true)
  expect(await mismatches()).toEqual([["answer: the connection broke off"], []])
})

it("a connection that opens with any key breaks the contract, and one that refuses the key", async () => {
  isKeyChecked = false
  expect(await mismatches()).toEqual([[], ["socket: a connection"]])
  isKeyChecked = true
  const other = { value: "another-key", variable: "MEMBER_API_KEY" }
  expect(await mismatches(10_000, other)).toEqual([["socket: apiKeyRefused"], []])
})

it("a request of the contract becomes the event that stands for it", () => {
  const headers = { "X-Api-Key": KEY.value, Authorization: "Bearer t", Accept: "application/json" }
  const target = "/payment/session/a%2Fb?wallet=1&lang=en&noNude=true"
  expect(payloadOf({ method: "POST", target, headers, body: '{"a":1}' })).toEqual({
    path: "/payment/session/a%2Fb",
    query: { wallet: "1" },
    body: { a: 1 },
    key: KEY.value,
    token: "t",
    lang: "en",
    noNude: true,
  })
})
