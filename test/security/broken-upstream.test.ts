/**
 * Upstreams that send bytes outside their protocol: this ends the connection they came on, which is reopened, and
 * nothing else. The test catches errors that would end the process, because the gateway runs in this one.
 */
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net"
import { Duration, Effect, Logger, Redacted } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { WebSocketServer } from "ws"
import { makeOpenSocket } from "@foldcast/gateway/upstream/reconnecting-socket"
import { UpstreamKeys } from "@foldcast/gateway/upstream/upstream-keys"
import { startGateway } from "../support/gateway.ts"
import { hearUncaught } from "../support/uncaught-errors.ts"

let uncaught: ReturnType<typeof hearUncaught>
beforeEach(() => {
  uncaught = hearUncaught()
})
afterEach(() => uncaught.stop())

const listening = async (server: Server | ReturnType<typeof createTcpServer>) => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Packets that made the client throw, and others that might. */
const PACKETS = [
  "0{bad",
  '0{"sid":1}',
  "44",
  "44/,",
  "44null",
  '44{"message":5}',
  '42["error"]',
  "42[]",
  "42{}",
  '451-["a",{"_placeholder":true,"num":5}]',
  "43[]",
  "b!!",
  "9",
  "\0",
  "",
]
const GREETING =
  '0{"sid":"a","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":1000}'

describe("an upstream that breaks its protocol", () => {
  it("loses that connection of its socket alone, which comes back and hears what follows", async () => {
    const server = createServer()
    const sockets = new WebSocketServer({ server })
    let connections = 0
    sockets.on("connection", (ws) => {
      ws.on("error", () => undefined)
      const packet = PACKETS[connections++]
      if (packet !== undefined) {
        // Some connections get the packet before the greeting, all get it after.
        if (connections % 2 === 0) ws.send(GREETING)
        ws.send(packet)
        ws.send(GREETING)
        ws.send('40{"sid":"s"}')
        ws.send(packet, () => ws.terminate())
        return
      }
      ws.send(GREETING)
      ws.send('40{"sid":"s"}')
      ws.send('42["breaks",1]')
      ws.send('42["heard",1]')
    })
    const url = await listening(server)
    const heard: Array<string> = []
    const isHeard = Promise.withResolvers<void>()
    const listener = {
      event: (name: string) => {
        heard.push(name)
        if (name === "breaks") throw new Error("whoever hears it is broken")
        if (name === "heard") isHeard.resolve()
      },
      connected: () => Effect.void,
      interrupted: Effect.void,
      refused: Effect.succeed(true),
    }
    await Effect.runPromise(
      Effect.gen(function* () {
        const open = yield* makeOpenSocket("member-socket", {
          url,
          key: Redacted.make("key"),
          reconnectMin: Duration.millis(1),
          reconnectMax: Duration.millis(2),
          timeout: Duration.millis(300),
        })
        yield* open(Effect.succeed({}), listener)
        yield* Effect.promise(() => isHeard.promise)
      }).pipe(Effect.scoped, Effect.provide(UpstreamKeys.layer), Effect.provide(Logger.layer([]))),
    )
    sockets.close()
    server.close()
    expect(heard.slice(-2)).toEqual(["breaks", "heard"])
    expect(connections).toBeGreaterThan(PACKETS.length)
    expect(uncaught.errors).toEqual([])
  })

  it("is asked again by pages and calls, however its answer breaks off", async () => {
    const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"
    const answers: ReadonlyArray<(socket: Socket) => void> = [
      (socket) => socket.resetAndDestroy(),
      (socket) => socket.end(`${head}content-length: 100\r\n\r\n{"a":`),
      (socket) =>
        socket.write(`${head}content-length: 100\r\n\r\n{"a":`, () => socket.resetAndDestroy()),
      (socket) => socket.end(`${head}content-encoding: gzip\r\ncontent-length: 5\r\n\r\nabcde`),
      (socket) => socket.end(`${head}transfer-encoding: chunked\r\n\r\n5\r\nabcde\r\nZZ\r\n`),
      (socket) => socket.end("HTTP/1.1 999 What\r\n\r\n"),
      (socket) => socket.end("HTTP/1.1 101 X\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nabc"),
      (socket) => socket.end("HTTP/1.1 302 X\r\nlocation: http://[::\r\ncontent-length: 0\r\n\r\n"),
      (socket) => socket.end(`${head}content-length: 2\r\n\r\n{}{}{}HTTP/1.1 200 OK\r\n`),
      (socket) => socket.end("no answer at all"),
    ]
    let asked = 0
    const server = createTcpServer((socket) => {
      socket.on("error", () => undefined)
      socket.on("data", () => answers[asked++ % answers.length]?.(socket))
    })
    const upstream = await listening(server)
    const gateway = await startGateway({
      upstream,
      environment: { UPSTREAM_PAUSE_MS: "500" },
      logged: [],
    })
    const paths = ["/nl", "/api/performers?limit=3", "/media/x.webp", "/nl/performers/x"]
    for (let round = 0; round < 5 * answers.length; round += 1) {
      await Promise.all(
        paths.map(async (path, index) => {
          // Some requests are aborted by their client.
          const signal = (round + index) % 3 === 0 ? AbortSignal.timeout(round) : null
          await fetch(gateway.url + path, { signal })
            .then((response) => response.arrayBuffer())
            .catch(() => undefined)
        }),
      )
    }
    expect(asked).toBeGreaterThan(answers.length)
    expect((await fetch(`${gateway.url}/health/live`)).status).toBe(200)
    await gateway.close()
    server.close()
    expect(uncaught.errors).toEqual([])
  })
})
