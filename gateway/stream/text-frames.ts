/**
 * Encodes messages as unmasked WebSocket text frames, one frame per message, any number of frames in one buffer.
 * The library itself sends only pongs and close frames.
 *
 * Pure. Source: RFC 6455, 5.2.
 */

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
