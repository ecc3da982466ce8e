/**
 * What the wire of a socket buffers between two turns, and that the library can read the frames that we encode.
 * test/stream/websocket.server.test.ts covers real browsers.
 */
import { PassThrough, type Writable } from "node:stream"
import * as library from "ws"
import { describe, expect, it } from "vitest"
import { textFrames, webSocketWire } from "./websocket-wire.ts"

/** The message parser of ws; its types omit it. */
const { Receiver } = library as unknown as {
  readonly Receiver: new (options: { readonly isServer: boolean }) => Writable
}

const read = (bytes: Buffer) => {
  const messages: Array<string> = []
  const receiver = new Receiver({ isServer: false })
  receiver.on("message", (data: Buffer, isBinary: boolean) =>
    messages.push(isBinary ? "binary" : data.toString("utf8")),
  )
  receiver.on("error", (error: Error) => messages.push(String(error)))
  receiver.write(bytes)
  return messages
}

describe("text frames", () => {
  it("are read as the messages that were written, at every width of their length", () => {
    for (const length of [0, 1, 125, 126, 127, 65_535, 65_536, 70_000]) {
      const message = "x".repeat(length)
      expect(read(textFrames([message]))).toEqual([message])
    }
    const mixed = ["é€😀", "{}", "x".repeat(126), "€".repeat(30_000), ""]
    expect(read(textFrames(mixed))).toEqual(mixed)
    expect(textFrames([])).toHaveLength(0)
  })
})

it("a WebSocket connection writes nothing more once its socket closes", async () => {
  const socket = new PassThrough()
  const ws: { readyState: number; bufferedAmount: number } = {
    readyState: library.WebSocket.OPEN,
    bufferedAmount: 0,
  }
  const wire = webSocketWire(ws as library.WebSocket, socket)
  wire.send("abc", null)
  ws.readyState = library.WebSocket.CLOSING
  wire.send("def", null)
  await new Promise((resolve) => setImmediate(resolve))
  expect(socket.readableLength).toBe(0)
})

it("a WebSocket connection counts what leaves at the end of the turn as queued, beside what the socket holds", async () => {
  const socket = new PassThrough()
  const ws = { readyState: library.WebSocket.OPEN, bufferedAmount: 7 } as library.WebSocket
  const wire = webSocketWire(ws, socket)
  wire.send("abc", null)
  wire.send("defgh", null)
  expect(wire.queuedBytes()).toBe(7 + 8)
  expect(socket.readableLength).toBe(0)
  await wire.drained()
  expect(wire.queuedBytes()).toBe(7)
  expect(socket.readableLength).toBeGreaterThan(8)
})
