/**
 * A drawing as a VP8 key frame: that is what a lossy WebP file holds (RIFF container of WebP, chunk `VP8 `), so whoever
 * writes WebP writes film, too, each of whose pictures can follow any other.
 */
import sharp from "sharp"

const CHUNKS_AT = 12
const CHUNK_HEAD = 8

/** Null: the file holds no lossy picture. */
export const vp8In = (webp: Buffer): Uint8Array | null => {
  let at = CHUNKS_AT
  while (at + CHUNK_HEAD <= webp.length) {
    const size = webp.readUInt32LE(at + 4)
    const from = at + CHUNK_HEAD
    if (webp.toString("latin1", at, at + 4) === "VP8 ") return webp.subarray(from, from + size)
    // Chunks have even lengths.
    at = from + size + (size % 2)
  }
  return null
}

export interface Vp8Options {
  /** 1 to 100. */
  readonly quality: number
}

export const vp8Frame = async (svg: string, { quality }: Vp8Options): Promise<Uint8Array> => {
  const webp = await sharp(Buffer.from(svg))
    .removeAlpha()
    .webp({ quality, effort: 2, smartSubsample: false })
    .toBuffer()
  const frame = vp8In(webp)
  if (frame === null) throw new Error("the picture is not lossy WebP")
  return frame
}
