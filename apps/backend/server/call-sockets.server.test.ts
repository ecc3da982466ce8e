/** The member API over the backend's socket, as a gateway asks it. */
import { Result } from "effect"
import { io, type Socket } from "socket.io-client"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { MEMBER_API_ANSWERS } from "@foldcast/contracts/upstream/member-api-calls"
import type { MemberApiAnswer } from "@foldcast/contracts/upstream/member-api-socket"
import { PERFORMER_CALLS } from "@foldcast/contracts/upstream/performer-calls"
import { KEY, testBackend, type TestBackend } from "../backend.fixture.ts"
import { readBackendConfig } from "../config.ts"

type Answer = MemberApiAnswer & { readonly body: Readonly<Record<string, unknown>> }

const sockets: Array<Socket> = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect()
})

const open = (url: string, auth: Readonly<Record<string, unknown>>): Promise<Socket | string> =>
  new Promise((resolve) => {
    const socket = io(`${url}/api`, { transports: ["websocket"], forceNew: true, auth })
    sockets.push(socket)
    socket.once("connect", () => resolve(socket))
    socket.once("connect_error", ({ message }) => {
      socket.disconnect()
      resolve(message)
    })
  })

const connected = async (url: string): Promise<Socket> => {
  const socket = await open(url, { key: KEY })
  if (typeof socket === "string") throw new Error(socket)
  return socket
}

const PLAIN = { key: KEY, lang: "nl", noNude: false }

const ask = (socket: Socket, method: string, request: unknown): Promise<Answer> =>
  socket.timeout(30_000).emitWithAck(method, request) as Promise<Answer>

describe("the member API over a socket", () => {
  let backend: TestBackend
  beforeAll(async () => {
    const { limits } = Result.getOrThrow(readBackendConfig({}))
    backend = await testBackend({
      limits: { ...limits, registrationsPerAddress: { count: 1, withinMs: 3_600_000 } },
    })
  })
  afterAll(() => backend.close())

  it("is opened with the API key alone, and refuses all others with the label of the refusal", async () => {
    expect(await open(backend.url, { key: KEY })).not.toBeTypeOf("string")
    for (const auth of [{}, { key: "wrong" }, { key: { $ne: "" } }, { token: KEY }]) {
      expect(await open(backend.url, auth)).toBe("apiKeyRefused")
    }
  })

  it("answers as over HTTP, refusals too", async () => {
    const socket = await connected(backend.url)
    const { token } = await backend.member()
    const sessionId = "ps_no-such"
    const calls: ReadonlyArray<readonly [string, string, object]> = [
      ["GET", "/basic-info", { token }],
      ["GET", "/basic-info", { token: "not.a.token" }],
      ["GET", "/basic-info", {}],
      ["GET", "/wallet", { token }],
      ["GET", "/bundles", { query: { wallet: "1" } }],
      ["GET", "/bundles", { query: { wallet: "\u0000" } }],
      ["GET", `/payment/session/${sessionId}`, { token }],
      ["GET", "/payment/session/..%2F..%2Fcredits", { token }],
      ["GET", "/payment/session/%00", { token }],
      ["GET", "/payment/session/%zz", { token }],
      ["POST", "/login", { body: { email: "nobody@mail.example", password: "secret-1" } }],
      ["POST", "/login", { body: { email: 7 } }],
      ["POST", "/login", { body: { email: "\u0000", password: "secret-1" } }],
      ["POST", "/login", {}],
      ["POST", "/resend-activation", { token, body: {} }],
      ["POST", "/forgot-password", { body: { email: "x".repeat(16_384) } }],
      ["GET", "/no-such-call", {}],
    ]
    for (const [method, path, given] of calls) {
      const { query = {}, body, token: shown } = given as Readonly<Record<string, never>>
      const search = new URLSearchParams({ ...query, lang: "nl" }).toString()
      const overHttp = await backend.call(method, `${path}?${search}`, {
        ...(shown !== undefined && { token: shown }),
        ...(body !== undefined && { body }),
      })
      const { status, body: told } = await ask(socket, method, { ...PLAIN, path, ...given })
      expect([path, { status, body: told }]).toEqual([
        path,
        { status: overHttp.status, body: overHttp.body },
      ])
    }
  })

  it("takes every call of the member API, and none of another service, of health or of hooks", async () => {
    const socket = await connected(backend.url)
    const labels = async (calls: ReadonlyArray<string>) => {
      const told: Array<unknown> = []
      for (const call of calls) {
        const [method = "", pattern = ""] = call.split(" ")
        const path = pattern.replaceAll(/\{\w+\}/gu, "1")
        const { body } = await ask(socket, method, { ...PLAIN, path, body: {} })
        told.push([call, body["label"]])
      }
      return told
    }
    const isUnknown = ([, label]: readonly [string, unknown]) => label === "notFound"
    const own = (await labels(Object.keys(MEMBER_API_ANSWERS))) as ReadonlyArray<
      readonly [string, unknown]
    >
    // A lander that is not named does not exist.
    expect(own.filter(isUnknown).map(([call]) => call)).toEqual(["GET /lander"])
    const foreign = [
      ...PERFORMER_CALLS,
      "GET /health/ready",
      "POST /_states",
      "POST /callbacks/bank",
      "POST /callbacks/phone",
      "POST /media/authorise",
      "GET /desk/performers",
    ]
    expect(await labels(foreign)).toEqual(foreign.map((call) => [call, "notFound"]))
  })

  it("asks for the key with every request too", async () => {
    const socket = await connected(backend.url)
    const request = { ...PLAIN, path: "/lander", key: "wrong" }
    expect(await ask(socket, "GET", request)).toMatchObject({
      status: 401,
      body: { label: "apiKeyRefused" },
    })
  })

  it.each([
    [undefined],
    ["/lander"],
    [{}],
    [{ ...PLAIN, path: "lander" }],
    [{ ...PLAIN, path: "/lander?key=x" }],
    [{ ...PLAIN, path: "/lander#x" }],
    [{ ...PLAIN, path: "/a\r\nb" }],
    [{ ...PLAIN, path: "/lander", query: { id: 1 } }],
    [{ ...PLAIN, path: "/lander", token: "a\r\nX-Api-Key: b" }],
    [{ ...PLAIN, path: "/lander", clientAgent: "\u{1f600}" }],
    [{ ...PLAIN, path: "/lander", lang: "xx" }],
  ])("refuses what is no request, and goes on: %j", async (request) => {
    const socket = await connected(backend.url)
    expect(await ask(socket, "GET", request)).toMatchObject({
      status: 400,
      body: { label: "badRequest.request" },
    })
    expect(await ask(socket, "GET", { ...PLAIN, path: "/no-such-call" })).toMatchObject({
      status: 404,
    })
  })

  const registration = (name: string, clientAddress: string) => ({
    ...PLAIN,
    path: "/member",
    body: { email: `${name}@mail.example`, password: "secret-1", meta: {} },
    clientAddress,
  })

  it("makes no call that asks for no acknowledgement", async () => {
    const socket = await connected(backend.url)
    socket.emit("POST", registration("unasked", "192.0.2.1"))
    const answer = await ask(socket, "POST", registration("unasked", "192.0.2.1"))
    expect(answer.status).toBe(200)
  })

  it("counts the addresses that the requests name", async () => {
    const socket = await connected(backend.url)
    const statuses: Array<number> = []
    for (const [name, address] of [
      ["a", "192.0.2.2"],
      ["b", "192.0.2.2"],
      ["c", "192.0.2.3"],
    ] as const) {
      statuses.push((await ask(socket, "POST", registration(name, address))).status)
    }
    expect(statuses).toEqual([200, 429, 200])
  })

  it("tells its own time with each answer", async () => {
    const socket = await connected(backend.url)
    const request = { ...PLAIN, path: "/no-such-call" }
    const before = backend.now()
    const { at } = await ask(socket, "GET", request)
    expect(at).toBeGreaterThanOrEqual(before)
    expect(at).toBeLessThanOrEqual(backend.now())
  })
})
