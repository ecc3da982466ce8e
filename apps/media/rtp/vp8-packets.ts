/** Splits a VP8 frame into the payloads of RTP packets (RFC 7741, section 4.2). Pure. */
/** With its headers a packet stays below the MTU of every network path. */
const MAX_PAYLOAD = 1_100

const FIRST_OF_FRAME = 0x10

export const vp8Payloads = (frame: Uint8Array): ReadonlyArray<Buffer> => {
  const payloads: Array<Buffer> = []
  for (let from = 0; from < frame.length; from += MAX_PAYLOAD) {
    const part = frame.subarray(from, from + MAX_PAYLOAD)
    payloads.push(Buffer.concat([Uint8Array.of(from === 0 ? FIRST_OF_FRAME : 0), part]))
  }
  return payloads
}
