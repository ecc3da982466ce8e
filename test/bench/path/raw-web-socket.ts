/**
 * The least of RFC 6455 that the load needs, on bare sockets, so that sending and counting frames costs the same
 * for every relay: handshakes of both sides, frames out, messages in.
 */
import { createHash } from "node:crypto"
import type { Socket } from "node:net"

const GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
const KEY = "Zm9sZGNhc3QgYmVuY2htYQ=="

export const acceptUpgrade = (socket: Socket, key: string): void => {
  const accept = createHash("sha1")
    .update(key + GUID)
    .digest("base64")
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  )
}

export const requestUpgrade = (socket: Socket, path: string, protocol: string | null): void => {
  const offered = protocol === null ? "" : `Sec-WebSocket-Protocol: ${protocol}\r\n`
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Key: ${KEY}\r\nSec-WebSocket-Version: 13\r\n${offered}\r\n`,
  )
}

/** An unmasked text frame, as a server sends it. */
export const serverFrame = (text: string): Buffer => {
  const payload = Buffer.from(text)
  const head =
    payload.length < 126
      ? Buffer.from([0x81, payload.length])
      : Buffer.from([0x81, 126, payload.length >> 8, payload.length & 0xff])
  return Buffer.concat([head, payload])
}

/** A short text frame masked with zeros, as a client sends it. */
export const clientFrame = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])

const END_OF_HEAD = Buffer.from("\r\n\r\n")

/** Reports the upgrade and then the range of every message in the received bytes; nothing is copied. */
export class MessageReader {
  readonly #onMessage: (bytes: Buffer, start: number, end: number) => void
  #upgraded = false
  #rest: Buffer = Buffer.alloc(0)

  constructor(onMessage: (bytes: Buffer, start: number, end: number) => void) {
    this.#onMessage = onMessage
  }

  /** True when this chunk completed the upgrade. */
  read(chunk: Buffer): boolean {
    let bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    let upgradedNow = false
    if (!this.#upgraded) {
      const end = bytes.indexOf(END_OF_HEAD)
      if (end >= 0) {
        if (!bytes.subarray(0, 12).equals(Buffer.from("HTTP/1.1 101")))
          throw new Error(`the upgrade was answered ${bytes.toString("utf8", 0, 100)}`)
        this.#upgraded = true
        upgradedNow = true
        bytes = bytes.subarray(end + END_OF_HEAD.length)
      }
    }
    let at = 0
    while (this.#upgraded) {
      const short = bytes[at + 1]
      if (short === undefined) break
      const wide = short === 126
      if (short === 127) throw new Error("a message longer than this bench ever sends")
      if (wide && bytes.length < at + 4) break
      const start = at + (wide ? 4 : 2)
      const end = start + (wide ? bytes.readUInt16BE(at + 2) : short)
      if (bytes.length < end) break
      this.#onMessage(bytes, start, end)
      at = end
    }
    this.#rest = bytes.subarray(at)
    return upgradedNow
  }
}
