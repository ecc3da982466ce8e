/**
 * How large the picture in a JPEG is, as its frame header says (ITU-T T.81, B.2.2); null for whatever is none.
 * Nothing of the picture itself is decoded. Pure.
 */

const MARKER = 0xff
const START = 0xd8
const END = 0xd9
const SCAN = 0xda

/** SOF0 to SOF15, without the three markers between them that are tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

export interface JpegSize {
  readonly width: number
  readonly height: number
}

export const jpegSize = (bytes: Uint8Array): JpegSize | null => {
  const { length } = bytes
  const is = (at: number, marker: number) => bytes[at] === MARKER && bytes[at + 1] === marker
  if (length < 4 || !is(0, START) || !is(length - 2, END)) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, length)
  // Segments follow each other: a marker, and a length that counts itself.
  for (let at = 2; at + 9 < length && bytes[at] === MARKER; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1)
    if (marker === SCAN) return null
    if (!isFrame(marker)) continue
    const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)]
    return width === 0 || height === 0 ? null : { width, height }
  }
  return null
}
