/**
 * Connections that are reset in the middle of something, at every server that listens: an error of one connection
 * affects no other. Each process logs uncaught errors (settings/uncaught-errors.ts), so the test asserts that it
 * logs none.
 */
import { beforeAll, describe, expect, it } from "vitest"
import { sharedWorld } from "../support/shared-world.ts"
import type { World } from "../support/world.ts"
import { breakAfter, BREAKS } from "./broken-connections.ts"

const HOST = "Host: localhost"
const request = (line: string, headers: ReadonlyArray<string> = [HOST], body = "") =>
  [`${line} HTTP/1.1`, ...headers, "", body].join("\r\n")
const post = (path: string, type: string, body: string) =>
  request(
    `POST ${path}`,
    [HOST, `Origin: http://localhost`, `Content-Type: ${type}`, "Content-Length: 1000"],
    body,
  )
const upgrade = (path: string, version = "13") =>
  request(`GET ${path}`, [
    HOST,
    "Connection: Upgrade",
    "Upgrade: websocket",
    `Sec-WebSocket-Version: ${version}`,
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  ])

/** A text frame of a client, masked with zeros (RFC 6455, 5.2). */
const frame = (text: string): Buffer => {
  const payload = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload])
}

const SOCKET_IO = "/socket.io/?EIO=4&transport=websocket"

/** The bytes written before the connection breaks. */
const HTTP: Readonly<Record<string, ReadonlyArray<string | Uint8Array>>> = {
  nothing: [],
  "half a header": ["GET / HTTP/1.1\r\nHost: local"],
  "a page": [request("GET /nl")],
  "many pages in one": [request("GET /nl").repeat(20)],
  "a host that is none": [request("GET /", ["Host: [::"])],
  "an address that is none": [request("GET http://x:99999999/")],
  "a tunnel": [request("CONNECT localhost:1")],
  "another protocol": ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  "half a command": [post("/api/commands", "application/json", '{"a":')],
  "half a form": [post("/desk/log-in", "multipart/form-data; boundary=x", "--x\r\nContent-Disp")],
  "half a registration": [post("/member", "application/json", '{"email":')],
  "a wrong chunk": [
    request(
      "POST /member",
      [HOST, "Content-Type: application/json", "Transfer-Encoding: chunked"],
      "5\r\nabcde\r\nZZ\r\n",
    ),
  ],
  "a body that is asked for": [
    request("POST /api/facts", [HOST, "Expect: 100-continue", "Content-Length: 1000"]),
  ],
  "a stream of events": [request("GET /api/stream?locale=nl", [HOST, "Accept: text/event-stream"])],
  "an upgrade of no path": [upgrade("/nowhere")],
  "an upgrade of an address that is none": [upgrade("http://[::")],
  "an upgrade to the stream": [upgrade("/api/stream")],
  "an upgrade of an old version": [upgrade("/api/stream", "1")],
  "an upgrade to another protocol": [
    request("GET /", [HOST, "Connection: Upgrade", "Upgrade: h2c"]),
  ],
  "a socket of no session": [upgrade(`${SOCKET_IO}&sid=abc`)],
  "packets of no meaning": [
    upgrade(SOCKET_IO),
    ...["40", '40/chat,{"key":1}', "40/chat,{bad", '42["error"]', "451-[1]", "4", "9"].map(frame),
    Buffer.from([0xff, 0xff, 0xff, 0xff]),
  ],
}

const MAIL: Readonly<Record<string, ReadonlyArray<string>>> = {
  nothing: [],
  "a greeting": ["EHLO x\r\n"],
  "half a mail": [
    "EHLO x\r\nMAIL FROM:<a@mail.example>\r\nRCPT TO:<b@mail.example>\r\nDATA\r\n",
    "Subject: x\r\n\r\nhal",
  ],
  "a mail": [
    "EHLO x\r\nMAIL FROM:<a@mail.example>\r\nRCPT TO:<b@mail.example>\r\nDATA\r\n",
    "x\r\n.\r\n",
  ],
  "commands of no meaning": ["STARTTLS\r\nAUTH PLAIN x\r\nBDAT 5\r\nMAIL FROM:<[::>\r\n\0\0\r\n"],
}

/** Connections of one kind that break at the same moment. */
const OF_EACH = 2

const breakAll = async (port: number, written: typeof HTTP) => {
  // One kind after another, so that a server with a connection limit answers all of them.
  for (const pieces of Object.values(written)) {
    await Promise.all(
      BREAKS.flatMap((when) =>
        Array.from({ length: OF_EACH }, () => breakAfter(port, pieces, when)),
      ),
    )
  }
}

describe("a connection that is reset", () => {
  let world: World
  beforeAll(async () => {
    world = await sharedWorld()
  })

  const uncaughtOf = (name: "gateway" | "backend" | "simulators") =>
    world.log(name).filter((line) => line.includes("an error that nobody caught"))
  const isAlive = async (url: string) => (await fetch(`${url}/health/live`)).status === 200

  it("breaks nothing but itself at the gateway, whatever was written before", async () => {
    await breakAll(Number(new URL(world.urls.site).port), HTTP)
    expect(await isAlive(world.urls.site)).toBe(true)
    expect(uncaughtOf("gateway")).toEqual([])
    expect(await (await fetch(`${world.urls.site}/metrics`)).text()).not.toMatch(
      /foldcast_uncaught_errors_total\S* [1-9]/u,
    )
  })

  it("breaks nothing but itself at the backend: an unanswered upgrade ended it for all", async () => {
    await breakAll(Number(new URL(world.urls.backend).port), HTTP)
    expect(await isAlive(world.urls.backend)).toBe(true)
    expect(uncaughtOf("backend")).toEqual([])
  })

  it("breaks nothing but itself at the outside parties: bank, desk and mailbox", async () => {
    await breakAll(Number(new URL(world.urls.bank).port), HTTP)
    const [, smtp] =
      /"smtpUrl":"smtp:\/\/[^:"]+:(\d+)"/u.exec(world.log("simulators").join("\n")) ?? []
    await breakAll(Number(smtp), MAIL)
    expect(await isAlive(world.urls.bank)).toBe(true)
    expect(uncaughtOf("simulators")).toEqual([])
  })
})
