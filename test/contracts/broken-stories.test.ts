/** Services that tell the steps of a call or a purchase in a forbidden order, and what the verifier says of them. */
import { createServer, type Server as HttpServer } from "node:http"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { Server } from "socket.io"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { CHAT_NAMESPACE } from "@foldcast/contracts/upstream/chat-socket"
import { verifyCallStory } from "@foldcast/verify/call-story"
import { verifyPurchaseStory } from "@foldcast/verify/purchase-story"

type Told = readonly [name: string, payload: Readonly<Record<string, unknown>>]

const ANSWERS: Readonly<Record<string, object>> = {
  "POST /payment/dial-in": { username: "anon1234567", token: "of-the-call" },
  "GET /verify/dial-in": { state: "pending" },
  "POST /chat/join": { session: "s-1", token: "of-the-room" },
  "POST /payment/session": { sessionId: "ps-1", paymentURL: "https://bank.example/1" },
}
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "a call that waits": { session: "ivr-1", pin: "4711" },
  "a performer": { performerId: "p-1" },
  "a logged-in member": { token: "of-the-member", email: "anna@mail.example" },
  "a wallet on offer": { bundleId: "b-1", paymentMethod: "10" },
}

const call = (state: string): Told => ["dial-in-status", { session: "ivr-1", state }]
const kicked = (reason: string): Told => ["kick", { session: "s-1", reason }]
const bought: Told = ["bundle-bought", { sessionId: "ps-1" }]
const credited: Told = ["updated-credits", { credits: 600 }]

describe("a service that tells a story", () => {
  let http: HttpServer
  let sockets: Server
  beforeEach(async () => {
    http = createServer((request, response) => {
      const path = (request.url ?? "").split("?")[0] ?? ""
      response.setHeader("Content-Type", "application/json")
      response.end(JSON.stringify(ANSWERS[`${request.method ?? ""} ${path}`] ?? {}))
    }).listen(0, "127.0.0.1")
    await once(http, "listening")
    sockets = new Server(http)
    sockets.of(CHAT_NAMESPACE)
  })
  afterEach(() => sockets.close())

  /** A service that tells so when that state is entered; the room's events come over the room's connection. */
  const telling = (script: (state: string, params: object) => ReadonlyArray<Told>) => ({
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    key: { value: "a key", variable: "MEMBER_API_KEY" },
    enterState: async (state: string, params: object) => {
      for (const [name, payload] of script(state, params)) {
        sockets.of(name === "kick" ? CHAT_NAMESPACE : "/").emit(name, payload)
      }
      return VALUES[state] ?? {}
    },
  })

  const inCall = (state: string, params: object, ends: ReadonlyArray<Told>) =>
    state === "a call in call" ? ("ended" in params ? ends : [call("in-call")]) : []

  it("is kept in the right order", async () => {
    const ends = [call("ended"), kicked("dialin_stopped")]
    const provider = telling((state, params) => inCall(state, params, ends))
    expect((await verifyCallStory(provider)).mismatches).toEqual([])
    const shop = telling((state) => (state === "a paid payment session" ? [bought, credited] : []))
    expect((await verifyPurchaseStory(shop)).mismatches).toEqual([])
  })

  it.each<readonly [string, ReadonlyArray<Told>, string]>([
    [
      "a call that waits again",
      [call("pending"), call("ended"), kicked("dialin_stopped")],
      ".pending",
    ],
    [
      "a caller who is sent out before the end, for another reason",
      [kicked("vip_started"), kicked("dialin_stopped"), call("ended")],
      ".left",
    ],
  ])("is broken by %s", async (_, ends, path) => {
    const provider = telling((state, params) => inCall(state, params, ends))
    const { mismatches } = await verifyCallStory(provider)
    expect(mismatches.some((mismatch) => mismatch.path.endsWith(path))).toBe(true)
  })

  it("is broken by credits that come before their purchase is told", async () => {
    const shop = telling((state) => (state === "a paid payment session" ? [credited, bought] : []))
    expect((await verifyPurchaseStory(shop)).mismatches).toMatchObject([
      { path: "course[1].credited", expected: "bought before credited" },
      { path: "course[2].bought", expected: "nothing after credited" },
    ])
  })
})
