/**
 * What the wire of a socket buffers between two turns. test/stream/websocket.server.test.ts covers real browsers.
 */
import { PassThrough } from "node:stream"
import { expect, it } from "vitest"
import { WebSocket } from "ws"
import { webSocketWire } from "./websocket.ts"

it("a WebSocket connection writes nothing more once its socket closes", async () => {
  const socket = new PassThrough()
  const ws: { readyState: number; bufferedAmount: number } = {
    readyState: WebSocket.OPEN,
    bufferedAmount: 0,
  }
  const wire = webSocketWire(ws as WebSocket, socket)
  wire.send("abc", null)
  ws.readyState = WebSocket.CLOSING
  wire.send("def", null)
  await new Promise((resolve) => setImmediate(resolve))
  expect(socket.readableLength).toBe(0)
})

it("a WebSocket connection counts what leaves at the end of the turn as queued, beside what the socket holds", async () => {
  const socket = new PassThrough()
  const ws = { readyState: WebSocket.OPEN, bufferedAmount: 7 } as WebSocket
  const wire = webSocketWire(ws, socket)
  wire.send("abc", null)
  wire.send("defgh", null)
  expect(wire.queuedBytes()).toBe(7 + 8)
  expect(socket.readableLength).toBe(0)
  await wire.drained()
  expect(wire.queuedBytes()).toBe(7)
  expect(socket.readableLength).toBeGreaterThan(8)
})
