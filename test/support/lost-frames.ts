/**
 * Drops single frames of a WebSocket and no other byte, which no network does but a broken proxy may: a filter of
 * fault-proxy.ts for the server's bytes. It parses frames by RFC 6455, 5.2: unmasked, not fragmented.
 */

const END_OF_HEAD = "\r\n\r\n"

/** Bytes of the frame's head and of the whole frame; null if more bytes are needed. */
const lengthsOf = (bytes: Buffer): { readonly head: number; readonly all: number } | null => {
  if (bytes.length < 2) return null
  const short = bytes.readUInt8(1) & 0x7f
  const head = short < 126 ? 2 : short === 126 ? 4 : 10
  if (bytes.length < head) return null
  const payload =
    short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  return bytes.length < head + payload ? null : { head, all: head + payload }
}

/** One connection's bytes, without the frames whose text is to be lost. */
export const losing = (isLost: (text: string) => boolean) => {
  let waiting: Buffer = Buffer.alloc(0)
  let isUpgraded = false
  return (chunk: Buffer): Buffer => {
    waiting = Buffer.concat([waiting, chunk])
    const kept: Array<Buffer> = []
    const keep = (bytes: number, keeps: boolean) => {
      if (keeps) kept.push(waiting.subarray(0, bytes))
      waiting = waiting.subarray(bytes)
    }
    if (!isUpgraded) {
      const end = waiting.indexOf(END_OF_HEAD)
      if (end === -1) return Buffer.alloc(0)
      keep(end + END_OF_HEAD.length, true)
      isUpgraded = true
    }
    for (let frame = lengthsOf(waiting); frame !== null; frame = lengthsOf(waiting)) {
      keep(frame.all, !isLost(waiting.subarray(frame.head, frame.all).toString("utf8")))
    }
    return Buffer.concat(kept)
  }
}
