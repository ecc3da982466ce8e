/** A drawing as a picture file, in the size that was asked. */
import sharp, { type Sharp } from "sharp"
import { dimensionsOf, portrait } from "./portrait.ts"
import type { SizedPicture } from "./picture-name.ts"
import type { PictureFormat } from "./picture-format.ts"

/** One thread each: how many run at once is the caller's to say. */
sharp.concurrency(1)
/** Every drawing is rendered once; what is kept are the files. */
sharp.cache(false)

/** Flat planes and gradients: these look the same as the drawing, at a few kilobytes a card. */
const ENCODE: Readonly<Record<PictureFormat, (image: Sharp) => Sharp>> = {
  avif: (image) => image.avif({ quality: 55, effort: 1 }),
  webp: (image) => image.webp({ quality: 80, effort: 3 }),
  jpeg: (image) => image.jpeg({ quality: 82, mozjpeg: true }),
}

const asked = ({ picture, size }: SizedPicture) => {
  if (size === null) return dimensionsOf(picture)
  const [width = 0, height = 0] = size.split("x").map(Number)
  return { width, height }
}

/** Drawn in the asked size, not shrunk to it: sharp edges, and less work. */
export const renderSvg = (sized: SizedPicture, format: PictureFormat): Promise<Uint8Array> =>
  ENCODE[format](sharp(Buffer.from(portrait(sized.picture, asked(sized))))).toBuffer()
