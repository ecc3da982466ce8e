/**
 * A WebSocket as the wire of a stream. Messages are encoded here as unmasked text frames, one frame per message and
 * several frames per write; the library would make two writes per frame. The library itself sends pongs and the close
 * frame on the same socket, and queues nothing, since compression is off.
 *
 * Source of the frames: RFC 6455, 5.2.
 */
import type { Duplex } from "node:stream"
import { WebSocket } from "ws"
import type { Wire } from "../visits/wire.ts"

/** Milliseconds for the closing handshake before the socket is cut. */
const CLOSE_WITHIN_MS = 2_000

/** FIN and the opcode for text: every message is a single fragment. */
const FINAL_TEXT = 0x81
/** Lengths from here on take 16 bits, and from `WIDE` on 64. */
const MEDIUM = 126
const WIDE = 65_536
const MEDIUM_MARK = 126
const WIDE_MARK = 127

const headLength = (length: number): number => (length < MEDIUM ? 2 : length < WIDE ? 4 : 10)

const writeHead = (bytes: Buffer, at: number, length: number): number => {
  bytes[at] = FINAL_TEXT
  if (length < MEDIUM) {
    bytes[at + 1] = length
    return at + 2
  }
  if (length < WIDE) {
    bytes[at + 1] = MEDIUM_MARK
    return bytes.writeUInt16BE(length, at + 2)
  }
  bytes[at + 1] = WIDE_MARK
  return bytes.writeBigUInt64BE(BigInt(length), at + 2)
}

/** @internal */
export const textFrames = (messages: ReadonlyArray<string>): Buffer => {
  const lengths = messages.map((message) => Buffer.byteLength(message))
  const bytes = Buffer.allocUnsafe(
    lengths.reduce((sum, length) => sum + headLength(length) + length, 0),
  )
  let at = 0
  for (const [index, message] of messages.entries()) {
    at = writeHead(bytes, at, lengths[index] ?? 0)
    at += bytes.write(message, at)
  }
  return bytes
}

/**
 * Batches the messages of one turn of the event loop into one write per socket: a commit is delivered to many
 * sockets in one turn, and two writes cost twice as much as one. All sockets share one task.
 */
const leaving: Array<() => void> = []
const atEndOfTurn = (leave: () => void) => {
  leaving.push(leave)
  if (leaving.length > 1) return
  process.nextTick(() => {
    for (const each of leaving.splice(0)) each()
  })
}

export const webSocketWire = (ws: WebSocket, socket: Duplex): Wire => {
  let waiting: Array<string> = []
  let waitingLength = 0
  const isOpen = () => ws.readyState === WebSocket.OPEN
  const leave = () => {
    const messages = waiting
    waiting = []
    waitingLength = 0
    // Stryker disable next-line EqualityOperator: of none an empty piece is written.
    if (messages.length > 0 && isOpen()) socket.write(textFrames(messages))
  }
  return {
    transport: "websocket",
    isOpen,
    send: (json) => {
      if (!isOpen()) return
      waiting.push(json)
      waitingLength += json.length
      if (waiting.length === 1) atEndOfTurn(leave)
    },
    queuedBytes: () => ws.bufferedAmount + waitingLength,
    // The callback of an empty write runs when everything before it has left, or when the socket is closed.
    drained: () => {
      leave()
      return new Promise((resolve) => socket.write("", () => resolve()))
    },
    end: (code, reason) => {
      leave()
      ws.close(code, reason)
      setTimeout(() => ws.terminate(), CLOSE_WITHIN_MS).unref()
    },
  }
}
