/** Event streams over real connections with stalled readers, while the stream ends. */
import { once } from "node:events"
import { createServer, type Server, type ServerResponse } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { afterAll, beforeAll, expect, it } from "vitest"
import { sseWire } from "./sse.ts"

const STREAMS = 1_000
/** Concurrent streams; bounded, since a machine limits open files. */
const TOGETHER = 50
/** LONG exceeds the buffers of both ends of a connection; SHORT usually fits into them. */
const [LONG, SHORT] = ["x".repeat(8_000_000), "x".repeat(10_000)]

let server: Server
const waiting: Array<(response: ServerResponse) => void> = []

beforeAll(async () => {
  server = createServer((_request, response) => waiting.shift()?.(response))
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** A browser that requests a stream and reads nothing. */
const stalled = async (): Promise<{
  readonly reader: Socket
  readonly response: ServerResponse
}> => {
  const { port } = server.address() as AddressInfo
  const coming = new Promise<ServerResponse>((resolve) => {
    waiting.push(resolve)
  })
  const reader = connect(port, "127.0.0.1")
  reader.pause()
  reader.on("error", () => {})
  reader.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
  return { reader, response: await coming }
}

it("an SSE connection counts as drained when its reader has read what was sent, and not before", async () => {
  const { reader, response } = await stalled()
  const wire = sseWire(response)
  wire.send(LONG, null)
  let drained = false
  const draining = (async () => {
    await wire.drained()
    drained = true
  })()
  expect(wire.queuedBytes()).toBeGreaterThan(LONG.length / 2)
  // By the time a second connection is answered, anything that needs no reader has resolved.
  const other = await stalled()
  other.response.destroy()
  other.reader.destroy()
  expect(drained).toBe(false)
  reader.resume()
  await draining
  expect(wire.queuedBytes()).toBe(0)
  response.destroy()
  reader.destroy()
})

it("an SSE message names the position to go on from where it is an event, and nothing else does", async () => {
  const { reader, response } = await stalled()
  const wire = sseWire(response)
  wire.send("{}", "visit:epoch:1")
  wire.send("[]", null)
  wire.end(1000, "")
  wire.send("behind its end", null)
  let text = ""
  reader.on("data", (data: Buffer) => (text += data.toString("utf8")))
  reader.resume()
  await once(response, "close")
  await once(reader, "end").catch(() => undefined)
  expect(text).toContain("id: visit:epoch:1\ndata: {}\n\n")
  expect(text).toContain("\ndata: []\n\n")
  expect(text.match(/id:/gu)).toHaveLength(1)
  expect(text).not.toContain("behind its end")
  reader.destroy()
})

it("an SSE stream that ends while its backfill waits leaves no unhandled error, a thousand times", async () => {
  const errors: Array<unknown> = []
  const onError = (error: unknown) => errors.push(error)
  process.on("uncaughtException", onError)
  const end = async (index: number) => {
    const { reader, response } = await stalled()
    const wire = sseWire(response)
    wire.send(index % 50 < 2 ? LONG : SHORT, null)
    const before = wire.drained()
    // Superseded or logged out: the stream ends while the backfill continues for a turn.
    wire.end(4509, "superseded")
    if (index % 2 === 0) wire.send("{}", "v:e:1")
    const after = wire.drained()
    if (index % 3 === 0) response.destroy()
    else reader.destroy()
    await Promise.all([before, after])
  }
  for (let first = 0; first < STREAMS; first += TOGETHER)
    await Promise.all(Array.from({ length: TOGETHER }, (_, index) => end(first + index)))
  process.off("uncaughtException", onError)
  expect(errors).toEqual([])
})
