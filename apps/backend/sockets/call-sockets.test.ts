/** Calls over sockets that take their time, whatever answers them. */
import { createServer, type Server as HttpServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Redacted } from "effect"
import { Server } from "socket.io"
import { io, type Socket } from "socket.io-client"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { CallSockets } from "./call-sockets.ts"

const KEY = "the-api-key"
const REQUEST = { path: "/credits", key: KEY, lang: "nl", noNude: false }

describe("calls over sockets", () => {
  let http: HttpServer
  let server: Server
  let calls: CallSockets
  let socket: Socket
  let answers: Array<(response: Response) => void>
  const defects: Array<unknown> = []

  beforeEach(async () => {
    answers = []
    defects.length = 0
    http = createServer()
    server = new Server(http, { transports: ["websocket"], serveClient: false })
    calls = new CallSockets(server, {
      apiKey: Redacted.make(KEY),
      answer: () => new Promise((resolve) => answers.push(resolve)),
      now: () => 7,
      logDefect: (defect) => defects.push(defect),
    })
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", () => resolve()))
    const { port } = http.address() as AddressInfo
    socket = io(`http://127.0.0.1:${port}/api`, {
      transports: ["websocket"],
      forceNew: true,
      auth: { key: KEY },
    })
    await new Promise<void>((resolve) => socket.once("connect", resolve))
  })
  afterEach(async () => {
    socket.disconnect()
    await server.close()
  })

  const ask = () => socket.timeout(30_000).emitWithAck("GET", REQUEST) as Promise<unknown>
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise((resolve) => setImmediate(resolve))
  }

  it("are refused where a thousand of a connection are under way, as a decision", async () => {
    const made = Array.from({ length: 1_000 }, ask)
    await until(() => answers.length === 1_000)
    expect(await ask()).toEqual({ status: 503, body: { label: "unavailable" }, at: 7 })
    for (const answer of answers.splice(0)) answer(Response.json({ credits: 5 }))
    expect(new Set((await Promise.all(made)).map((one) => JSON.stringify(one))).size).toBe(1)
    const next = ask()
    await until(() => answers.length === 1)
    answers[0]?.(Response.json({ credits: 5 }))
    expect(await next).toEqual({ status: 200, body: { credits: 5 }, at: 7 })
  })

  it("that are under way when the server ends are answered, and no others", async () => {
    const disconnected = new Promise<string>((resolve) => socket.once("disconnect", resolve))
    const made = ask()
    await until(() => answers.length === 1)
    const ended = calls.end()
    expect(await ask()).toMatchObject({ status: 503, body: { label: "unavailable" } })
    answers[0]?.(Response.json({ credits: 5 }))
    expect(await made).toMatchObject({ status: 200, body: { credits: 5 } })
    await ended
    await disconnected
  })

  it("whose answer breaks are answered without a decision, once", async () => {
    const made = ask()
    await until(() => answers.length === 1)
    answers[0]?.(new Response("<html>", { status: 200 }))
    expect(await made).toEqual({ status: 500, body: {}, at: 7 })
    expect(defects).toHaveLength(1)
  })
})
